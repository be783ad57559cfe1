"""Compiles token families: the shapes in ``rules/tokens/`` become regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fixture_lint.pack import RuleError, check_schema, read_yaml

CHARSETS = {
    "an": "A-Za-z0-9",
    "anu": "A-Za-z0-9_",
    "b64": "A-Za-z0-9+/",
    "digits": "0-9",
    "hex": "0-9a-f",
    "host": "A-Za-z0-9._\\[\\]:-",
    "letters": "A-Za-z",
    "lower": "a-z",
    "lower-an": "a-z0-9",
    "lower-url": "a-z0-9_-",
    "pad": "=",
    "password": "A-Za-z0-9!#$%*+?@^_~-",
    "query": "A-Za-z0-9%+/=_-",
    "upper": "A-Z",
    "upper-an": "A-Z0-9",
    "upper-base32": "A-Z2-7",
    "url": "A-Za-z0-9_-",
    "url-dot": "A-Za-z0-9_.-",
    "url-dot-tilde": "A-Za-z0-9_.~-",
    "url-password": "!$-&(-.0-;=A-Z\\[\\]^_a-z|~@",
    "url-tilde": "A-Za-z0-9_~-",
    "user": "!$-&(-.0-9;=A-Z_a-z~",
}
"""What may stand between the brackets of a pattern, by the name that token families use."""

FORMS = {
    "basic": "[A-Za-z0-9+/]{12,400}={0,2}",
    "uuid": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "jwt-header": "[A-Za-z0-9_-]{8,2048}",
    "pem": (
        r"(?:(?:\\[nr]|\s){1,4}[A-Za-z-]{4,16}: [^\n\\]{1,80}){0,4}"
        r"(?:\\[nr]|\s){0,6}[A-Za-z0-9+/=]{40,20000}+"
        r"(?:(?:\\[nr]|\s){1,6}[A-Za-z0-9+/=]{16,200}+){0,400}+"
    ),
    "pem-tail": r"(?:\\[nr]|\s){0,6}[A-Za-z0-9+/=]{0,80}(?:\\[nr]|\s){0,6}",
}
"""Patterns of parts that are more than characters in a row."""

_FORM_LENGTHS = {
    "basic": (12, 402),
    "uuid": (36, 36),
    "jwt-header": (8, 2048),
    "pem": (40, 100_000),
    "pem-tail": (0, 92),
}

_ESCAPES = r"(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})"
"""What may stand before a token although it ends with a letter: an escape that nobody decoded."""


def compile_tokens(folder: Path | str) -> list[dict[str, Any]]:
    """The token families of a folder, one vendor a file, in the order of their names.

    Each is what its file says, with two keys more: ``pattern``, a regular expression whose first
    group is the secret and whose boundary is made of the family's own characters, and ``offsets``,
    which says for every needle how far at least and at most it stands from the start of a match.
    A family without a near miss does not compile. Raises RuleError.
    """
    folder = Path(folder)
    families: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.yaml")):
        source = read_yaml(path)
        check_schema(path, source, "tokens")
        for family in source:
            if family["family"] in families:
                raise RuleError(path, f"{family['family']}: there are two families of this name")
            families[family["family"]] = _compile_family(path, family)
    return [families[name] for name in sorted(families)]


def _compile_family(path: Path, family: dict[str, Any]) -> dict[str, Any]:
    parts = family["shape"]
    inner = "".join(map(_pattern, [p for p in parts if not p.keys() & {"before", "after"}]))
    before = "".join(_pattern(part) for part in parts if "before" in part)
    after = "".join(_pattern(part) for part in parts if "after" in part)
    left, right = _boundary(family)
    total = ""
    if "total" in family:
        chars = "".join(sorted(set(_charsets(parts))))
        total = f"(?=[{chars}]{{{family['total']}}}(?![{chars}]))"
    made = {**family, "pattern": f"{left}{before}{total}({inner}){after}{right}"}
    if before or after:
        made["value"] = inner
    literals = [*family.get("needles", ()), *([family["anchor"]] if "anchor" in family else ())]
    # The patterns of a plugin begin where they like, so its needles need no place in the shape.
    places = {literal: _offsets(parts, literal) for literal in literals}
    for literal, place in places.items():
        if place is None and "plugin" not in family:
            raise RuleError(
                path, f"{family['family']}: the needle {literal} is no part of the shape"
            )
    made["offsets"] = {literal: place or (0, 0) for literal, place in places.items()}
    if "anchor" in family:
        at = next(i for i, part in enumerate(parts) if part.get("text") == family["anchor"])
        made["scan"] = "".join(map(_pattern, parts[at:])) + right
    return made


def _pattern(part: dict[str, Any]) -> str:
    """The source of a regular expression for one part of a shape."""
    ((kind, content),) = [(k, v) for k, v in part.items() if k not in ("length", "either")]
    if kind == "text":
        return re.escape(str(content))
    if kind == "any":
        return f"(?:{'|'.join(map(re.escape, sorted(content, key=len, reverse=True)))})"
    if kind == "form":
        return FORMS[str(content)]
    if kind == "chars":
        chars = f"[{CHARSETS[content]}]"
        if "either" in part:
            return f"(?:{'|'.join(f'{chars}{{{n}}}' for n in sorted(part['either'])[::-1])})"
        least, most = lengths(part)
        return f"{chars}{{{least}}}" if least == most else f"{chars}{{{least},{most}}}"
    inner = "".join(map(_pattern, content))
    return f"(?:{inner})?" if kind == "optional" else inner


def _boundary(family: dict[str, Any]) -> tuple[str, str]:
    """What must not stand beside a token: another character of which tokens of it are made.

    An end delimiter is not asked for, so a token is found before ``&``, an escaped quote or a
    comma. Dots and the like end sentences, so they do not count; padding counts only behind.
    """
    parts = family["shape"]
    used = "".join(_charsets([p for p in parts if not p.keys() & {"before", "after"}]))
    marks = "+/" * ("+/" in used or family.get("beside") == "b64") + "_" * ("_" in used)
    marks += "~" * ("~" in used) + "-" * ("_-" in used or "~-" in used or ".-" in used)
    first = parts[0].get("before", parts)[0]
    literal = first.get("text", "".join(first.get("any", "a")))
    own = [
        c for c in "_=-" if c in literal and c not in marks and (c != "=" or "before" in parts[0])
    ]
    before = _set(marks, *own, "." * ("." in used))
    left = f"(?:(?<!{before})|{_ESCAPES})" if literal[0].isalnum() else ""
    if "after" in parts[-1] or any(p.get("form") == "pem" for p in parts):
        return left, ""
    dot = r"\.?" if "." in used else ""
    return left, f"(?!{dot}{_set(marks, '=' * ('+/' in marks))})"


def _set(*marks: str) -> str:
    return f"[A-Za-z0-9{''.join(sorted(set(''.join(marks)), key='+/_~.=-'.index))}]"


def _charsets(parts: Sequence[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if "chars" in part:
            yield CHARSETS[part["chars"]]
        elif "form" in part:
            yield "A-Za-z0-9_-" if part["form"] in ("uuid", "jwt-header") else "A-Za-z0-9+/"
        elif "optional" in part:
            yield from _charsets(part["optional"])


def lengths(part: dict[str, Any]) -> tuple[int, int]:
    """The least and the greatest length of one part of a shape."""
    if "text" in part:
        return len(part["text"]), len(part["text"])
    if "any" in part:
        return min(map(len, part["any"])), max(map(len, part["any"]))
    if "form" in part:
        return _FORM_LENGTHS[part["form"]]
    if "either" in part:
        return min(part["either"]), max(part["either"])
    if "chars" in part:
        length = part["length"]
        return (length, length) if isinstance(length, int) else (length[0], length[1])
    (inner,) = part.values()
    both = [lengths(each) for each in inner]
    least = 0 if "optional" in part else sum(least for least, _ in both)
    return least, sum(most for _, most in both)


def _offsets(parts: Sequence[dict[str, Any]], needle: str) -> tuple[int, int] | None:
    """How far a needle stands from the start of a match, None if it is no part of the shape."""
    least = most = 0
    for part in parts:
        for literal in [part["text"]] if "text" in part else part.get("any", ()):
            if needle in literal or (needle.startswith(literal) and len(literal) > 2):
                at = max(0, literal.find(needle))
                return least + at, most + at
        if "before" in part:
            inner = _offsets(part["before"], needle)
            if inner:
                return least + inner[0], most + inner[1]
        shortest, longest = lengths(part)
        least, most = least + shortest, most + longest
    return None
