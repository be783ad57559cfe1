"""Pieces of names and addresses in six languages, with the keys and phrases that announce them.

Given names are real ones; family names and streets are mostly put together from pieces.
"""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.detection.words import listed


class Tongue(NamedTuple):
    """Pieces of names and addresses of a language, and what it calls the keyed types.

    ``keys`` and ``cues`` are by type; words of a key are joined in the style of the file, and the
    cues have a hole.
    """

    code: str
    given: tuple[str, ...]
    family: tuple[tuple[str, ...], ...]
    cities: tuple[str, ...]
    keys: dict[str, tuple[str, ...]]
    cues: dict[str, tuple[str, ...]]


_ENGLISH = Tongue(
    "en",
    listed(
        "Margaret|Desmond|Olivia|Trevor|Harriet|Nigel|Beatrice|Wesley|Imogen|Curtis|Naomi|Gordon"
        "|Rosalind|Percy|Tamsin|Dwight|Leonora|Clifford|Amina|Rahul|Kwame|Ingrid|Yolanda|Hugo"
    ),
    (
        listed("Wind|Hather|Cald|Brom|Thorn|Penn|Ash|Ever|Mar|Old|Stan|Wick"),
        listed("well|ley|worth|field|croft|bury|more|stead|combe|den|shaw|by"),
    ),
    listed(
        "Harrowgate, OH 43215|Ludlow, VT 05149|Millbrook, TX 75023|Bristol BS1 5TR|Leith EH6 7BT"
    ),
    {
        "person": listed(
            "customer name|full name|patient name|contact name|passenger|recipient|guest name"
            "|employee name|account holder|card holder name|billing name|first name|last name"
            "|surname"
        ),
        "address": listed(
            "address|shipping address|billing address|street address|home address|delivery address"
            "|mailing address|street"
        ),
        "birth-date": listed("date of birth|birth date|dob|birthday|born"),
        "user-name": listed("username|user name|login|nickname|handle|screen name"),
    },
    {
        "person": listed(
            "My name is ¤.|Hi, my name is ¤ and the parcel is late.|Name: ¤|Customer: ¤"
            "|The customer's name is ¤, please look it up.|The booking is under the name ¤."
            "|Passenger name: ¤|Full name: ¤|Hello, I am called ¤."
        ),
        "address": listed(
            "I live at ¤.|Please ship it to ¤.|My address is ¤, thanks.|Address: ¤|Deliver to: ¤"
            "|Shipping address: ¤|My new address is ¤.|Send it to ¤, please."
        ),
        "birth-date": listed(
            "My date of birth is ¤.|I was born on ¤.|DOB: ¤|Date of birth: ¤|born: ¤|Birthday: ¤"
        ),
        "user-name": listed(
            "My username is ¤.|username: ¤|My login is ¤, it worked yesterday.|User name: ¤"
            "|login: ¤"
        ),
    },
)
_RUSSIAN = Tongue(
    "ru",
    listed(
        "Аркадий|Лидия|Тимур|Зинаида|Геннадий|Раиса|Вадим|Ульяна|Степан|Нина|Роман|Алевтина|Ярослав"
        "|Маргарита|Филипп|Таисия|Глеб|Эльвира|Захар|Инна"
    ),
    (
        listed("Бороз|Крут|Лапт|Мель|Озер|Плот|Ряб|Сотн|Тепл|Холод|Черн|Жур"),
        listed("ников|енко|ин|ов|ский|ников|ихин|ёв|ков|аков"),
    ),
    listed("Тверь|Казань|Самара|г. Пермь|г. Томск|Москва, 115088"),
    {
        "person": listed("фио|имя клиента|фамилия|получатель|пассажир|имя|отчество|имя пациента"),
        "address": listed("адрес|адрес доставки|адрес проживания|улица"),
        "birth-date": listed("дата рождения|день рождения"),
        "user-name": listed("логин|имя пользователя|ник"),
    },
    {
        "person": listed(
            "Меня зовут ¤.|Здравствуйте, меня зовут ¤, где посылка?|ФИО: ¤|Клиент: ¤|Получатель: ¤"
            "|Заказ оформлен на имя ¤.|Моя фамилия ¤."
        ),
        "address": listed(
            "Мой адрес: ¤.|Живу по адресу ¤.|Адрес доставки: ¤|Привезите по адресу ¤.|Адрес: ¤"
        ),
        "birth-date": listed(
            "Дата рождения: ¤|Я родился ¤.|Моя дата рождения ¤.|Дата рождения — ¤.|Я родилась ¤."
        ),
        "user-name": listed("Мой логин ¤.|Логин: ¤|Имя пользователя: ¤|мой ник ¤"),
    },
)
_CHINESE = Tongue(
    "zh",
    listed("建国|晓燕|志强|雨桐|美玲|俊杰|海涛|静怡|国栋|思远|婷|磊|欣怡|浩然|玉兰|鹏"),
    (listed("赵|钱|孙|周|吴|郑|冯|陈|韩|杨|朱|许|何|吕|曹|谢|苏|潘|范|彭|司马|诸葛"), ("",)),
    listed("上海市浦东新区|杭州市西湖区|成都市武侯区|广东省深圳市南山区|武汉市洪山区|南京市鼓楼区"),
    {
        "person": listed("姓名|客户姓名|联系人|收件人|收货人|乘客姓名"),
        "address": listed("地址|收货地址|家庭住址|联系地址"),
        "birth-date": listed("出生日期|生日"),
        "user-name": listed("用户名|昵称|登录名"),
    },
    {
        "person": listed(
            "我叫¤，包裹还没到。|姓名：¤|我的名字是¤。|收件人：¤|联系人：¤|客户姓名：¤"
        ),
        "address": listed("我住在¤。|地址：¤|请送到¤。|我的地址是¤，谢谢。|收货地址：¤"),
        "birth-date": listed("我的出生日期是¤。|出生日期：¤|我的生日是¤。|我出生于¤。|生日：¤"),
        "user-name": listed("我的用户名是¤。|用户名：¤|昵称：¤"),
    },
)
_GERMAN = Tongue(
    "de",
    listed(
        "Annegret|Detlef|Friederike|Gunther|Heike|Joachim|Katharina|Lothar|Mechthild|Norbert|Ulrike"
        "|Volker|Sabine|Torben|Wiebke|Matthias"
    ),
    (
        listed("Stein|Wald|Hof|Ober|Kalt|Rosen|Brück|Feld|Eich|Lang|Holz|Schön"),
        listed("mann|bauer|hauser|berger|meier|kamp|brink|stätter|hoff|müller"),
    ),
    listed("22767 Hamburg|04109 Leipzig|50674 Köln|80469 München|70174 Stuttgart"),
    {
        "person": listed("vorname|nachname|name kunde|ansprechpartner|familienname|kunde"),
        "address": listed("adresse|anschrift|lieferadresse|straße|wohnort adresse"),
        "birth-date": listed("geburtsdatum|geburtstag"),
        "user-name": listed("benutzername|benutzer"),
    },
    {
        "person": listed(
            "Mein Name ist ¤.|Ich heiße ¤ und warte noch.|Name: ¤|Kunde: ¤|Nachname: ¤"
        ),
        "address": listed(
            "Ich wohne in der ¤.|Meine Adresse ist ¤.|Anschrift: ¤|Lieferadresse: ¤|Adresse: ¤"
        ),
        "birth-date": listed("Geburtsdatum: ¤|Mein Geburtsdatum ist ¤.|Ich bin geboren am ¤."),
        "user-name": listed("Mein Benutzername ist ¤.|Benutzername: ¤"),
    },
)
_SPANISH = Tongue(
    "es",
    listed(
        "Consuelo|Anselmo|Rocío|Eusebio|Maribel|Octavio|Pilar|Rigoberto|Soledad|Gonzalo|Inés|Ramiro"
        "|Xiomara|Lázaro|Catalina"
    ),
    (
        listed("Alva|Beni|Casta|Doñ|Fuen|Galle|Mont|Pal|Quint|Sala|Valde|Ze"),
        listed("rado|tez|ñeda|guez|tes|gos|alvo|mares|ana|zar|rrama|ballos"),
    ),
    listed("41003 Sevilla|46001 Valencia|08036 Barcelona|50001 Zaragoza"),
    {
        "person": listed("nombre completo|apellidos|nombre cliente|apellido|titular|nombre"),
        "address": listed("dirección|domicilio|dirección envío|calle dirección"),
        "birth-date": listed("fecha nacimiento|fecha de nacimiento"),
        "user-name": listed("usuario|nombre usuario"),
    },
    {
        "person": listed(
            "Me llamo ¤.|Mi nombre es ¤ y el paquete no llega.|Nombre: ¤|Cliente: ¤|Titular: ¤"
        ),
        "address": listed("Vivo en ¤.|Mi dirección es ¤.|Dirección: ¤|Domicilio: ¤"),
        "birth-date": listed("Mi fecha de nacimiento es ¤.|Fecha de nacimiento: ¤|Nací el ¤."),
        "user-name": listed("Mi usuario es ¤.|Usuario: ¤|Nombre de usuario: ¤"),
    },
)
_FRENCH = Tongue(
    "fr",
    listed(
        "Bérénice|Thibault|Odile|Gaspard|Solange|Yannick|Clémence|Fabrice|Mireille|Rémi|Agathe"
        "|Ludovic|Noémie|Baptiste"
    ),
    (
        listed("Beau|Cour|Dela|Font|Gar|Lam|Mar|Per|Rou|Vau|Ville|Chant"),
        listed("champ|celle|croix|enay|bert|lier|rivière|sart|geot|tillon|mont"),
    ),
    listed("69003 Lyon|33000 Bordeaux|44000 Nantes|75018 Paris|59800 Lille"),
    {
        "person": listed("prénom|nom client|nom complet|destinataire|nom de famille"),
        "address": listed("adresse|adresse livraison|adresse postale|adresse domicile"),
        "birth-date": listed("date de naissance|date naissance"),
        "user-name": listed("nom utilisateur|identifiant|utilisateur"),
    },
    {
        "person": listed("Je m'appelle ¤.|Mon nom est ¤.|Nom : ¤|Prénom : ¤|Nom complet : ¤"),
        "address": listed("J'habite au ¤.|Mon adresse est ¤.|Adresse : ¤|Adresse de livraison : ¤"),
        "birth-date": listed(
            "Date de naissance : ¤|Ma date de naissance est le ¤.|Je suis né le ¤."
        ),
        "user-name": listed("Mon identifiant est ¤.|Identifiant : ¤|Nom d'utilisateur : ¤"),
    },
)
TONGUES = (_ENGLISH, _RUSSIAN, _CHINESE, _GERMAN, _SPANISH, _FRENCH)

STREETS = {
    "en": listed(
        "{n} {w} Street|{n} {w} Avenue, Apt {m}|{n} {w} Road|{n} {w} Lane|Flat {m}, {n} {w} Close"
    ),
    "ru": listed(
        "ул. {w}, д. {n}|улица {w}, {n}, кв. {m}|пр. {w}, д. {n}, кв. {m}|{w} переулок, {n}"
    ),
    "zh": listed("{w}路{n}号|{w}街{n}弄{m}室|{w}大道{n}号{m}栋"),
    "de": listed("{w}straße {n}|{w}weg {n}|Am {w}platz {n}|{w}allee {n}a"),
    "es": listed("Calle {w} {n}|Avenida {w} {n}, {m}º B|C/ {w}, {n}|Plaza {w} {n}"),
    "fr": listed("{n} rue {w}|{n} bis avenue {w}|{n}, boulevard {w}|{n} place {w}"),
}
STREET_NAMES = {
    "en": listed("Juniper|Harbour|Mulberry|Quarry|Orchard|Chapel|Larkspur"),
    "ru": listed("Заречная|Полевая|Садовая|Луговая|Речная|Клубная"),
    "zh": listed("中山|文昌|解放|和平|长江|新华"),
    "de": listed("Birken|Mühlen|Garten|Linden|Schiller|Wiesen"),
    "es": listed("de la Luna|Olmos|del Pozo|San Telmo|Almendros"),
    "fr": listed("des Lilas|Pasteur|du Moulin|des Tilleuls|Voltaire"),
}
MONTHS = {
    "en": listed(
        "January|February|March|April|May|June|July|August|September|October|November|December"
    ),
    "ru": listed(
        "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря"
    ),
    "de": listed(
        "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
    ),
    "es": listed(
        "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    ),
    "fr": listed(
        "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
    ),
}
