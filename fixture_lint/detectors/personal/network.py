"""Public IP addresses and MAC addresses. The ranges that belong to nobody are a table of our own,
because the standard library calls some of them global."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors.personal.matches import Personal, context, key_words, needles, spaced

_OCTET = "[0-9]{1,3}"
_V4 = re.compile(
    rf"(?<![A-Za-z0-9_.+\-@^~]){_OCTET}\.{_OCTET}\.{_OCTET}\.{_OCTET}(?![A-Za-z0-9_]|[.\-][A-Za-z0-9])"
)
_V6 = re.compile(r"(?<![A-Za-z0-9_:.])[23][0-9A-Fa-f]{3}:[0-9A-Fa-f:]{2,34}(?![A-Za-z0-9_])")
_PAIR = "[0-9A-Fa-f]{2}"
_MAC = re.compile(
    rf"(?<![A-Za-z0-9_:.\-]){_PAIR}([:-]){_PAIR}\1{_PAIR}\1{_PAIR}\1{_PAIR}\1{_PAIR}"
    r"(?![A-Za-z0-9_]|[:\-][A-Za-z0-9])"
)
_DOTTED_MAC = re.compile(
    r"(?<![A-Za-z0-9_:.\-])[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![A-Za-z0-9_]|\.[A-Za-z0-9])"
)
_PRODUCT = re.compile(r"[A-Za-z0-9)]/$|[=<>~!^]=$|[<>^]$")
_RESERVED_V4 = tuple(
    (int(a) << 24 | int(b) << 16 | int(c) << 8 | int(d), 32 - int(bits))
    for a, b, c, d, bits in (
        re.split(r"[./]", network)
        for network in [
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ]
    )
)
"""Special-purpose registry of IANA (RFC 6890, RFC 5737, RFC 1918, RFC 2544, RFC 6598); multicast
holds the documentation range 233.252.0.0/24 (RFC 6676)."""

_RESOLVERS = frozenset(
    [
        "1.1.1.1",
        "1.0.0.1",
        "8.8.8.8",
        "8.8.4.4",
        "9.9.9.9",
        "149.112.112.112",
        "208.67.222.222",
        "208.67.220.220",
        "2001:4860:4860::8888",
        "2001:4860:4860::8844",
        "2606:4700:4700::1111",
        "2606:4700:4700::1001",
    ]
)
"""Well-known public resolvers: they are addresses of everybody."""

_IP_CUES = needles(
    "ip|ips|ipv4|ipv6|address|addresses|addr|host|client|remote|peer|server|forwarded|адрес*|地址"
)
_VERSION = needles(
    "version|versions|ver|v|release|build|firmware|kernel|driver|update|upgrade|patch|sdk|library"
    "|dll|package|chrome|firefox|safari|edge|browser|app|section|sections|chapter|clause|paragraph"
    "|article|rule|rfc|oid|figure|table|user agent|useragent|ua|версия|версии"
    "|раздел*|пункт*|глава|版本|章节"
)
_OTHER_KEYS = needles(
    "version|versions|ver|ua|user agent|useragent|agent|build|firmware|release|csp|policy|cookie"
    "|cookies|oid|sdk|sec ch"
)
_MAC_CUES = needles("mac|macaddress|ethernet|hwaddr|hardware address|bssid|wifi|wlan|bluetooth")
_FAKE_MAC = ("00005e0053", "01005e", "3333", "0242ac")
"""Documentation (RFC 9542), multicast for IPv4 and IPv6, and what a container engine makes up."""


def find_network(text: str, name: str = "") -> Iterator[Personal]:
    """Public IP addresses and MAC addresses of devices in a text that stands under a key."""
    key = key_words(name)
    if not any(other in spaced(key) for other in _OTHER_KEYS):
        for match in _V4.finditer(text):
            if _is_public_v4(text, match, key):
                yield Personal("ip", *match.span())
    for match in _V6.finditer(text):
        if not is_fake_ip(match[0]):
            yield Personal("ip", *match.span())
    for pattern in (_MAC, _DOTTED_MAC):
        for match in pattern.finditer(text):
            cued = context(text, *match.span(), key).tells(_MAC_CUES)
            weak = pattern is not _MAC or match[0].replace(match[1], "").isdigit()
            if (cued or not weak) and not is_fake_mac(match[0]):
                yield Personal("mac", *match.span())


def is_fake_ip(value: str) -> bool:
    """Whether an address is for documentation, private, local or everybody's, or is none."""
    import ipaddress

    try:
        address = ipaddress.ip_address(value.strip())
    except ValueError:
        return True
    if str(address) in _RESOLVERS:
        return True
    number = int(address)
    if isinstance(address, ipaddress.IPv4Address):
        return any(number >> bits == start >> bits for start, bits in _RESERVED_V4)
    if address.ipv4_mapped is not None:
        return is_fake_ip(str(address.ipv4_mapped))
    # 2000::/3 is all that is assigned; of it 2001::/23 (RFC 2928), 2001:db8::/32 (RFC 3849) and
    # 3fff::/20 (RFC 9637) are nobody's.
    return (
        number >> 125 != 1
        or number >> 105 == 0x20010000 >> 9
        or number >> 96 == 0x20010DB8
        or number >> 108 == 0x3FFF0
    )


def is_fake_mac(value: str) -> bool:
    """Whether a MAC address is for documentation (RFC 9542), multicast, or all equal."""
    digits = normal_mac(value)
    return digits.startswith(_FAKE_MAC) or len(set(digits)) == 1


def ip_stand_in(value: str, ordinal: int) -> str | None:
    """The address number ``ordinal`` of the documentation ranges (RFC 5737, RFC 3849)."""
    if ":" in value:
        if ordinal > 0xFFFF:
            return None
        groups = value.split(":")
        if len(groups) == 8 and "" not in groups:
            width = 4 if all(len(group) == 4 for group in groups) else 1
            middle = ":".join(["0" * width] * 5)
            new = f"2001:{'db8'.rjust(width, '0')}:{middle}:{ordinal:0{width}x}"
        else:
            new = f"2001:db8::{ordinal:x}"
        return new.upper() if value.isupper() else new
    network, last = divmod(ordinal - 1, 254)
    if network > 2:
        return None
    return f"{('192.0.2', '198.51.100', '203.0.113')[network]}.{last + 1}"


def mac_stand_in(value: str, ordinal: int) -> str | None:
    """The address number ``ordinal`` of 00-00-5E-00-53-00 to FF, with the separators and the case
    of the value."""
    if ordinal > 256 or len(normal_mac(value)) != 12:
        return None
    digits = iter(f"00005e0053{ordinal % 256:02x}")
    new = "".join(next(digits) if c.isalnum() else c for c in value)
    return new.upper() if value.upper() == value else new


def normal_mac(value: str) -> str:
    """The twelve hexadecimal digits of a MAC address, in lower case."""
    return "".join(filter(str.isalnum, value)).lower()


def normal_ip(value: str) -> str:
    """The shortest form of an address (RFC 5952), or the text if it is none."""
    import ipaddress

    try:
        return str(ipaddress.ip_address(value.strip()))
    except ValueError:
        return value.strip().lower()


def _is_public_v4(text: str, match: re.Match[str], key: tuple[str, ...]) -> bool:
    octets = match[0].split(".")
    if any(int(octet) > 255 or (octet[0] == "0" and octet != "0") for octet in octets):
        return False
    around = context(text, *match.span(), key)
    is_in_tag = text.startswith("</", match.end())
    if not is_in_tag and _PRODUCT.search(text[max(0, match.start() - 4) : match.start()]):
        return False  # Chrome/120.0.0.1 and package==1.2.3.4.
    if not around.tells(_IP_CUES, _VERSION):
        if around.warns(_VERSION):
            return False
        # Four small numbers are a version or the number of a section far more often.
        if all(int(octet) < 32 for octet in octets):
            return False
    return not is_fake_ip(match[0])
