"""Words of the generated conversations: parcels and couriers, plain, and full of alarming words."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """Parts of a sentence, and how they are joined and ended."""

    subjects: tuple[str, ...]
    actions: tuple[str, ...]
    places: tuple[str, ...]
    glue: str
    stop: str


class Words(NamedTuple):
    """What a set of conversations is made of. ``keys`` and ``tools`` stand in calls and results."""

    languages: tuple[Language, ...]
    keys: tuple[str, ...]
    tools: tuple[str, ...]


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


_ENGLISH = Language(
    _split(
        "the courier, the parcel, our evening van, the neighbour, the sorting belt, a driver,"
        "the red crate, the depot clerk, the customer, the return box, the route planner, the scale"
    ),
    _split(
        "waits, was left, went past without a stop, has to be weighed again, comes back, is held,"
        "was carried upstairs, changed lanes, lost its label, is packed anew, arrives after lunch"
    ),
    _split(
        "at the north depot, beside the green door, behind the bakery, on the ring road, in bay 7,"
        "near the harbour gate, at the pick-up shelf, under the stairs, between two towns,"
        "in the yard, at the second stop"
    ),
    " ",
    ". ",
)
_RUSSIAN = Language(
    _split("курьер, посылка, водитель, сосед, склад, получатель, коробка с посудой"),
    _split("ждёт, вернулся, задержан до утра, едет в объезд, оставил записку, готов к выдаче"),
    _split("у зелёной двери, на северном складе, во дворе, за углом, возле причала, у лифта"),
    " ",
    ". ",
)
_CHINESE = Language(
    _split("快递员, 包裹, 司机, 邻居, 北仓库, 收件人, 退货箱"),
    _split("正在等候, 被放在, 已经送到, 再次称重, 明天返回, 绕路经过"),
    _split("绿色大门旁, 楼梯下面, 七号站台, 面包店后面, 港口入口, 取件架上"),
    "",
    "。",
)

PLAIN = Words(
    (_ENGLISH, _RUSSIAN, _CHINESE),
    _split(
        "parcel, depot, lane, weight_kg, stops, shelf, courier, route, fragile, stairs, window,"
        "remarks, size, contents, carrier, zone, attempts, crate, height_cm, insured, priority"
    ),
    _split("track_parcel, find_depot, plan_route, weigh, book_courier, print_label, hold_parcel"),
)

_ALARMING = Language(
    _split(
        "the key, a spare key card, the token for the locker, the password of the yard gate,"
        "the date on the note, the secret shelf, a request, the call, an access code, the usage,"
        "the message, the session, the timestamp, the private entrance, the credential desk,"
        "the expected time, the API of the depot, a bearer of bad news, the signature"
    ),
    _split(
        "was asked for, must be checked, should be renewed, is out of date, has expired,"
        "needs authorization, was called twice, requested an update, took a long time, was reset,"
        "is verified, has no token left, was created again, kept its id"
    ),
    _split(
        "at the key desk, by password, on the due date, with a token of thanks, after the call,"
        "per request, in the account book, under the secret stairs, by e-mail, over the phone,"
        "at sk-yline depot, before the session, for each client id"
    ),
    " ",
    ". ",
)
_ALARMING_RUSSIAN = Language(
    _split("ключ от двери, пароль от ворот, токен для шкафа, дата доставки, запрос, личный код"),
    _split("нужно проверить, устарел, был создан снова, следует обновить, запрошен дважды"),
    _split("по паролю, на ключевом складе, к дате, после вызова, по запросу, с кодом доступа"),
    " ",
    ". ",
)
_ALARMING_CHINESE = Language(
    _split("钥匙, 密码, 令牌, 日期, 请求, 密钥柜, 访问码"),
    _split("必须检查, 已经过期, 应该更新, 再次创建, 被请求两次"),
    _split("在钥匙台, 凭密码, 到期日, 通话之后, 按请求, 在账户本上"),
    "",
    "。",
)

WORDY = Words(
    (_ALARMING, _ALARMING_RUSSIAN, _ALARMING_CHINESE),
    _split(
        "key_desk, token_shelf, has_password, date, secret_shelf, request, usage, tokens, key_no,"
        "expected, duration, calls, phone_desk, created, password_attempts, keys, dates, access,"
        "session_note, timestamps, checks"
    ),
    _split(
        "get_key_shelf, request_date, reset_password_desk, count_tokens, call_client, expect_at"
    ),
)
