"""Which module recognises the fakes of a type, makes its stand-ins, and knows its normal form."""

from __future__ import annotations

from collections.abc import Callable

from fixture_lint.detectors.personal import (
    birthdays,
    email,
    fiction,
    id_stand_ins,
    network,
    payment,
    phones,
    reserved,
)
from fixture_lint.detectors.personal.matches import even


def is_fake(type: str, value: str, detail: str = "") -> bool:
    """See the package: the answer of the module that knows the type."""
    if type == "national-id":
        return id_stand_ins.is_fake_id(value, detail)
    return type in _FAKE and _FAKE[type](value)


def stand_in(type: str, value: str, ordinal: int, detail: str = "") -> str | None:
    """See the package: the stand-in of the module that knows the type."""
    if not 1 <= ordinal <= _LAST_ORDINAL or not value:
        return None
    if type == "phone":
        return fiction.phone_stand_in(value, ordinal, detail or phones.region_of(even(value)))
    if type == "national-id":
        return id_stand_ins.id_stand_in(value, ordinal, detail)
    return _STAND_INS[type](value, ordinal) if type in _STAND_INS else None


def keyed(type: str, value: str, key: bytes) -> str | None:
    """See the package: a stand-in that holds a keyed hash. There must be a key, and the type must
    be one whose pool is open."""
    import hmac

    form = normal(type, value)
    message = f"{type}\0{form}".encode("utf-8", "surrogatepass")
    mark = hmac.new(key, message, "sha256").hexdigest()[:10]
    if type == "email":
        return f"user-{mark}@example.com"
    if type == "person":
        return reserved.person(form.title(), mark)
    return reserved.address(form, mark) if type == "address" else f"user-{mark}"


def normal(type: str, value: str, detail: str = "") -> str:
    """See the package: the form by which values of a type are compared."""
    match type:
        case "phone":
            return fiction.e164(even(value), detail or phones.region_of(even(value)))
        case "card" | "iban" | "national-id":
            return payment.normal_iban(value)
        case "ip":
            return network.normal_ip(value)
        case "mac":
            return network.normal_mac(value)
        case "birth-date":
            return birthdays.normal_birth_date(value)
    return reserved.same_text(value)


_LAST_ORDINAL = 999_999_999

_FAKE: dict[str, Callable[[str], bool]] = {
    "email": email.is_fake_email,
    "phone": fiction.is_fake_phone,
    "card": payment.is_fake_card,
    "iban": payment.is_fake_iban,
    "ip": network.is_fake_ip,
    "mac": network.is_fake_mac,
    "person": reserved.is_fake_person,
    "address": reserved.is_fake_address,
    "birth-date": birthdays.is_fake_birth_date,
    "user-name": reserved.is_fake_user,
}

_STAND_INS: dict[str, Callable[[str, int], str | None]] = {
    "email": reserved.email,
    "card": payment.card_stand_in,
    "iban": payment.iban_stand_in,
    "ip": network.ip_stand_in,
    "mac": network.mac_stand_in,
    "person": reserved.person,
    "address": reserved.address,
    "birth-date": birthdays.birth_date_stand_in,
    "user-name": reserved.user_name,
}
