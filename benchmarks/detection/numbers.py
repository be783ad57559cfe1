"""Valid numbers that belong to nobody in particular: mailboxes, phones, cards, IBANs,
network addresses.

Check digits are computed here, from their public definitions.
"""

from __future__ import annotations

from random import Random

from benchmarks.detection import people, words
from benchmarks.detection.words import listed


def digits(random: Random, count: int, first: str = "0123456789") -> str:
    """Random digits; the first is one of these."""
    return random.choice(first) + "".join(random.choices("0123456789", k=count - 1))


def filled(random: Random, template: str) -> str:
    """A template with a digit for each ``#``, one of 2 to 9 for ``N``, a letter for ``@``."""
    marks = {"#": "0123456789", "N": "23456789", "@": "ABCDEFGHJKLMNPRSTUVWXYZ"}
    return "".join(random.choice(marks.get(mark, mark)) for mark in template)


def email(random: Random) -> str:
    """An address at a provider of mailboxes or at a company."""
    local = people.handle(random)
    hosts = (
        "gmail.com|outlook.com|yandex.ru|mail.ru|qq.com|163.com|gmx.de|web.de|orange.fr|proton.me"
    )
    domain = random.choice(listed(hosts))
    if random.random() < 0.6:
        tld = random.choice(listed("com|io|de|co.uk|fr|es|ru|cn|com.br|org|eu|dev|net|ai"))
        domain = f"{random.choice(('', '', 'mail.', 'hr.'))}{words.company(random)}.{tld}"
    tag = f"+{random.choice(words.NOUNS)}" if random.random() < 0.1 else ""
    made = f"{local}{tag}@{domain}"
    return made.title() if random.random() < 0.05 else made


INTERNATIONAL = listed(
    "+1 NN# N## ####|+1-N1#-N##-####|+44 7[4]## ######|+44 20 7[6]## ####|+7 9[1]# ### ## ##"
    "|+7 (9[0]#) ###-##-##|+7-9[2]#-###-##-##|+86 13# #### ####|+86 15[8]########|+49 15[1] #######"
    "|+49 17[0] #######|+49 30 9######|+33 6 [12]# ## ## ##|+34 61# ### ###|+34 9[1] ### ## ##"
    "|+39 33# ### ####|+81 90-N###-####|+91 98### #####|+55 11 9[8]###-####|+48 60# ### ###"
    "|+31 6 [12]# ## ## ##|+46 70 [3]## ## ##|+41 79 ### ## ##|+61 4[1]# ### ###|+90 53# ### ## ##"
    "|+380 67 ### ## ##|+82 10-[4]###-####|+52 55 [5]### ####|+27 82 ### ####|+351 91# ### ###"
)
NATIONAL = listed(
    "(N1#) N##-####|8 (9[1]#) ###-##-##|07[4]## ######|020 7[6]## ####|06 [12]# ## ## ##"
    "|13#-####-####|090-N###-####|(11) 9[8]###-####|04[1]# ### ###|0171 #######|89[1]########"
    "|13#########|N1#-N##-####|61# ### ###"
)
PHONE_KEYS = listed(
    "phone|phone number|mobile|tel|telephone|contact phone|mobile phone|телефон|номер телефона"
    "|手机|联系电话|电话|telefon|telefonnummer|teléfono|téléphone|whatsapp"
)
PHONE_CUES = listed(
    "My phone number is ¤.|Call me at ¤, please.|Phone: ¤|tel. ¤|mobile: ¤|Мой телефон ¤."
    "|Телефон: ¤|Позвоните мне: тел. ¤.|我的电话是¤。|手机：¤|电话号码：¤"
    "|Meine Telefonnummer ist ¤."
    "|Tel.: ¤|Mi teléfono es ¤.|Mon téléphone : ¤|You can reach me on my cell: ¤"
)


def phone(random: Random, international: bool) -> str:
    """A number that the plan of its country has, outside the ranges of fiction."""
    import phonenumbers

    while True:
        template = random.choice(INTERNATIONAL if international else NATIONAL)
        made = _ranges(random, template)
        if not international:
            return made
        if phonenumbers.is_valid_number(phonenumbers.parse(made)) and "555" not in made:
            return made


def _ranges(random: Random, template: str) -> str:
    """A template in which brackets list the digits to choose from."""
    while "[" in template:
        before, _, rest = template.partition("[")
        choices, _, after = rest.partition("]")
        template = before + random.choice(choices) + after
    return filled(random, template)


def luhn_digit(body: str) -> str:
    """The last digit that makes a number right by Luhn's rule."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def card(random: Random, separator: str) -> str:
    """A card number of a common brand."""
    prefix, length = random.choice(
        (("4", 16), ("51", 16), ("55", 16), ("37", 15), ("2204", 16), ("6225", 16), ("6011", 16))
    )
    body = prefix + digits(random, length - len(prefix) - 1)
    number = body + luhn_digit(body)
    sizes = (4, 6, 5) if length == 15 else (4, 4, 4, 4)
    groups, at = [], 0
    for size in sizes:
        groups.append(number[at : at + size])
        at += size
    return separator.join(groups)


_IBANS = listed(
    "DE4##5###########3##|FR3####0####1##########27|ESN1#######9########4##|NL@@@@3#########"
    "|GB@@@@6#############|IT@1######3##############|PL1#######5###############|CH9################"
    "|AT4###5###########|BE6##5########|PT5###4################|SE6####7###############"
)


def iban(random: Random, spaced: bool) -> str:
    """An IBAN with the right check digits (ISO 13616)."""
    template = random.choice(_IBANS)
    country, bban = template[:2], filled(random, template[2:])
    lengths = {
        "DE": 18, "FR": 23, "ES": 20, "NL": 14, "GB": 18, "IT": 23, "PL": 24, "CH": 17, "AT": 16,
        "BE": 12, "PT": 21, "SE": 20,
    }  # fmt: skip
    bban = (bban + digits(random, 30))[: lengths[country]]
    if country == "BE":
        number = int(bban[:10]) % 97 or 97
        bban = f"{bban[:10]}{number:02}"
    value = int("".join(str(int(mark, 36)) for mark in f"{bban}{country}00"))
    made = f"{country}{98 - value % 97:02}{bban}"
    return " ".join(made[at : at + 4] for at in range(0, len(made), 4)) if spaced else made


_NETS = (5, 31, 46, 62, 77, 81, 85, 93, 109, 134, 151, 178, 185, 188, 212, 217)


def ip(random: Random) -> str:
    """A public address of IPv4 or IPv6."""
    if random.random() < 0.7:
        rest = ".".join(str(random.randint(1, 254)) for _ in range(3))
        return f"{random.choice(_NETS)}.{rest}"
    head = random.choice(("2a02:6b8", "2a00:1450", "2607:f8b0", "2400:cb00", "2a01:4f8"))
    groups = [f"{random.randrange(1, 65536):x}" for _ in range(3)]
    return f"{head}:{groups[0]}::{groups[1]}:{groups[2]}"


def mac(random: Random) -> str:
    """The address of a network card."""
    parts = [random.choice(("3c", "a4", "f0", "b8", "d8"))]
    parts += [f"{random.randrange(256):02x}" for _ in range(5)]
    made = random.choice(":-").join(parts)
    return made.upper() if random.random() < 0.4 else made
