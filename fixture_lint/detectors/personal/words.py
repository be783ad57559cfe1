"""Words without which no personal data of a keyed type is found. Little else is imported for
files that hold none, so they stand here as they are looked for in raw bytes."""

from __future__ import annotations

_KEYS = """
addr adres anschrift ansprechpartner apellido applicant assignee attendee auteur author autor bday
beneficiary benutzer birth born caller client consignee contact customer destinataire destinatario
direccion dirección dob doctor domicilio driver employee endereço familia familiya fio geboren
geburtsdatum geburtstag guest handle holder identifiant imya indirizzo kunde login manager
nacimiento naissance name nascimento nascita nick nom otchestvo owner participant passenger
patient patronymic payee payer physician recipient reporter residence sender signatory strasse
straße street titular usuario utilisateur wohnort
автор адрес владелец заказчик имени имя клиент контакт логин ник отправитель отчество пассажир
пациент покупатель получатель пользователь проживания рождения улица фамилия фио
住址 住所 出生 名字 地址 姓名 寄件人 患者 持卡人 收件人 收货人 昵称 生日 用戶名 用户名 登录名 联系人
聯絡人 账号名
"""
TELLING = tuple(_KEYS.split())
"""One of these stands, casefolded, in each key and label that tells a keyed type."""

CUES = {
    "person": (
        "my name is|my full name is|my first name is|my last name is|my surname is|my name's"
        "|his name is|her name is|their name is|the name is|full name is|customer's name is"
        "|customer name is|patient's name is|patient name is|client's name is|client name is"
        "|guest name is|passenger name is|passenger's name is|name on the card is"
        "|card holder is|cardholder is|under the name of|under the name|i am called|i'm called"
        "|меня зовут|зовут меня|моё имя|мое имя|моя фамилия|его зовут|её зовут|ее зовут"
        "|клиента зовут|на имя|на фамилию"
        "|我叫做|我叫|我的名字是|我的名字叫|我的姓名是|名字叫|姓名是|姓名为|他叫|她叫"
        "|mein name ist|mein name lautet|ich heiße|ich heisse"
        "|me llamo|mi nombre es|me chamo|meu nome é|mi chiamo"
        "|je m'appelle|je m’appelle|mon nom est"
    ),
    "address": (
        "i live at|i live in|we live at|my address is|my home address is|our address is"
        "|the address is|new address is|address is|ship it to|ship to|ship them to|shipped to"
        "|deliver it to|deliver to|delivered to|delivery to|send it to|mail it to|reside at"
        "|residing at|living at|lives at|moved to"
        "|живу по адресу|проживаю по адресу|проживает по адресу|мой адрес|адрес доставки"
        "|по адресу|живу на улице|живу на"
        "|我住在|地址是|住址是|地址为|送到|寄到|家住"
        "|ich wohne in der|ich wohne in|meine adresse ist|meine adresse lautet|wohnhaft in"
        "|vivo en|mi dirección es|j'habite au|j’habite au|j'habite|mon adresse est"
    ),
    "birth-date": (
        "i was born on|i was born|my birthday is|my date of birth is|date of birth is"
        "|date of birth|birth date is|birthdate is|dob is|dob"
        "|я родился|я родилась|дата рождения|день рождения"
        "|我出生于|出生日期是|出生日期为|我的生日是|生日是|出生日期"
        "|ich bin geboren am|ich wurde am|mein geburtsdatum ist|mein geburtstag ist|geburtsdatum"
        "|nací el|mi fecha de nacimiento es|fecha de nacimiento"
        "|je suis né le|je suis née le|ma date de naissance est|date de naissance"
    ),
    "user-name": (
        "my username is|my user name is|my login is|my handle is|my nickname is"
        "|мой логин|мой ник|我的用户名是|用户名是|昵称是|用户名为"
        "|mein benutzername ist|mein benutzername lautet|mi usuario es|mi nombre de usuario es"
        "|mon identifiant est|mon nom d'utilisateur est"
    ),
}
"""Phrases that announce a value, by type, in English, Russian, Chinese, German, Spanish, French
(and a few in Italian and Portuguese)."""

_TELLING = (
    "name|address|birth|dob|login|username|handle|nombre|adresse|geburt|fecha|naissance|адрес|имя"
    "|рождения|live|ship|deliver"
)
"""Parts that many phrases share: fewer words to look for."""

_PARTS = """
name holder called appelle heisse heiße nom chiamo llamo chamo
live living ship send mail address residing reside moved adresse wohn vivo dirección habite
birth born dob geburt wurde geboren nací nacimiento suis naissance
login handle usuario identifiant utilisateur nick
зовут имя фамили адрес живу родился родилась рождения логин ник
我叫 名字叫 姓名是 姓名为 名字是 他叫 她叫 住在 地址是 住址是 地址为 送到 寄到 家住
出生 生日是 用户名是 用户名为 昵称是
"""
ANCHORS = tuple(_PARTS.split())
"""One of these stands in each phrase that announces a value."""

HOMES = ("/home/", "/users/", "\\users\\")
"""One of these stands in the path of each home folder, in small letters."""

BIRTHS = ("г.р", "г. р", "года рождения", "生")
"""One of these stands behind each date that a word behind it makes a birth date."""
