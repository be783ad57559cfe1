"""E-mail addresses (RFC 5321, RFC 6531) and what only looks like one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors.personal.matches import Personal, key_words
from fixture_lint.detectors.personal.reserved import is_reserved_domain

_MAX_LOCAL = 64
_MAX_DOMAIN = 190
_LOCAL_REVERSED = re.compile(r"[A-Za-z0-9._+'-]{1,64}")
_WIDE_LOCAL_REVERSED = re.compile(r"[\w.+-]{1,64}")
_DOMAIN = re.compile(r"[A-Za-z0-9.-]{1,190}")
_WIDE_DOMAIN = re.compile(r"[\w.-]{1,190}")
_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?")
_SCALED = re.compile(r"\d{1,2}x", re.IGNORECASE)
_MESSAGE_ID = re.compile(r"(?:message-?id|in-reply-to|references)\W{0,6}$", re.IGNORECASE)
_MESSAGE_KEYS = frozenset({("message", "id"), ("in", "reply", "to"), ("references",)})
_MACHINES = (
    ".gserviceaccount.com",
    "group.calendar.google.com",
    "resource.calendar.google.com",
    ".local",
    ".internal",
)
"""Ends of domains under which no person has a mailbox."""

_COUNTRIES = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw
by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et
eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie
il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv
ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr
nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl
sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz
va vc ve vg vi vn vu wf ws ye yt za zm zw рф рус укр бел срб мкд бг қаз ею 中国 中國 香港 台湾 台灣
公司 网络 在线 网址 集团 한국 भारत
"""
_GENERIC = """
com net org edu gov mil int arpa info biz name pro aero coop museum jobs mobi tel travel cat asia
post xxx app dev page cloud online site website tech store shop blog email mail live life world
today news media agency digital solutions services systems company center group team work works
tools software network support academy school university institute education foundation health
care clinic dental doctor hospital law legal lawyer attorney tax accountant finance financial bank
money fund capital ventures partners associates consulting management marketing business
enterprises industries international global zone city town place space land house estate
properties homes apartments rent hotel holiday vacations tours flights cafe restaurant bar pub
pizza coffee wine beer food kitchen recipes garden farm green eco energy solar bike car cars auto
taxi limo club community social chat dating family baby kids love wedding gifts toys games game
play fun art gallery photo photos photography pictures graphics design studio film video theater
music band audio fm radio show events party tickets fashion boutique clothing shoes jewelry
diamonds gold luxury style beauty salon hair fitness yoga run football golf tennis soccer hockey
fish pet vet dog horse computer codes domains host hosting link click download sale deals discount
market exchange trade trading direct delivery express supply supplies equipment parts repair
plumbing construction build builders contractors engineering engineer science bio ngo ong charity
church faith bible wiki guide help how expert guru ninja rocks cool best top one xyz zip mov icu
vip win bid men ren kim uno gay ooo inc llc ltd gmbh sarl limited corp plus moe lat lol wtf sucks
rip red blue pink black press review reviews report cards credit creditcard loan loans insurance
claims sbs cfd bond cyou fit monster quest skin hair makeup autos boats yachts motorcycles
berlin hamburg koeln cologne bayern nrw ruhr saarland wien tirol swiss zuerich paris bzh alsace
london wales scot irish amsterdam frl brussels vlaanderen gent barcelona madrid eus gal quebec nyc
boston miami vegas tokyo osaka nagoya kyoto okinawa sydney melbourne moscow москва дети онлайн
сайт орг istanbul ist africa capetown durban joburg dubai abudhabi doha rio
google youtube gmail apple amazon aws microsoft azure bmw audi sky bbc
"""
_TLDS = frozenset((_COUNTRIES + _GENERIC).split())


def find_email(text: str, name: str = "") -> Iterator[Personal]:
    """E-mail addresses in a text. Reserved domains and machine mailboxes are skipped.

    Arguments: the text, and the key under which it stands. A local part is 64 characters at most
    and a domain 190 (RFC 5321, 4.5.3.1, allows 255), so the work for every ``@`` is bounded.
    """
    if key_words(name) in _MESSAGE_KEYS:
        return
    at = text.find("@")
    while at >= 0:
        span = _around(text, at)
        if span and not is_fake_email(text[span[0] : span[1]]):
            yield Personal("email", *span)
        at = text.find("@", at + 1)


def is_fake_email(value: str) -> bool:
    """Whether an address is reserved (RFC 2606, RFC 6761), a stand-in, or one that nobody
    reads."""
    local, _, domain = value.casefold().strip().rpartition("@")
    if is_reserved_domain(domain) or domain.endswith(_MACHINES):
        return True
    bare = local.replace("-", "").replace("_", "").replace(".", "")
    return bare in ("noreply", "donotreply", "mailerdaemon")


def _around(text: str, at: int) -> tuple[int, int] | None:
    local = _local(text, at)
    domain = _domain(text, at)
    if not local or not domain:
        return None
    start, end = at - len(local), at + 1 + len(domain)
    after = text[end : end + 2]
    if after[:1] == "'" and "'" in local:
        start = at - len(local) + local.rindex("'") + 1
    if start == at or local.casefold() in ("git", "hg", "svn") or _SCALED.match(domain):
        return None
    if after[:1] == ":" and (after[1:] in ("~", "/") or after[1:].isalnum()):
        return None  # A shell prompt or a path on another machine, such as root@host:/srv.
    if after[:1] in ("/", "@") and after[1:].isalnum():
        return None  # A path or a version behind it: a package or an image, not a mailbox.
    return None if _is_address_of_a_machine(text, start) else (start, end)


def _local(text: str, at: int) -> str:
    head = text[max(0, at - _MAX_LOCAL) : at]
    wide = bool(head) and not head[-1].isascii()
    found = (_WIDE_LOCAL_REVERSED if wide else _LOCAL_REVERSED).match(head[::-1])
    local = found[0][::-1].lstrip(".'-") if found else ""
    if wide and any(character >= "\u2e80" for character in local):
        return ""  # Text without spaces would run into the address.
    return "" if local.endswith(".") or ".." in local else local


def _domain(text: str, at: int) -> str:
    wide = not text[at + 1 : at + 2].isascii()
    found = (_WIDE_DOMAIN if wide else _DOMAIN).match(text, at + 1)
    if not found or (found.end() - at > _MAX_DOMAIN):
        return ""
    labels = found[0].rstrip(".-").split(".")
    while len(labels) > 1 and not _is_tld(labels[-1]):
        labels.pop()
    if len(labels) < 2 or not all(_LABEL.fullmatch(label) for label in labels):
        return ""
    return ".".join(labels)


def _is_tld(label: str) -> bool:
    folded = label.casefold()
    return folded in _TLDS or folded in ("example", "test", "invalid") or folded[:4] == "xn--"


def _is_address_of_a_machine(text: str, start: int) -> bool:
    """Whether what stands before is an authority (``https://user:secret@host``) or a mail's own
    id."""
    head = text[max(0, start - 128) : start]
    scheme = head.rfind("://")
    if scheme >= 0 and not any(character in "/ \t\n?#<>\"'" for character in head[scheme + 3 :]):
        return True
    return _MESSAGE_ID.search(head[-24:]) is not None
