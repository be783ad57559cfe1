"""The strings of a document, each with the name under which it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from fixture_lint.documents.embedded import Embedded, owner
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml_tags import key_name

Carrier = Document | Embedded


class Text(NamedTuple):
    """A string of a file or of what it embeds, or a whole number that is long enough to be the name
    of something: its carrier, its node, and the name under which it stands (a key, a header, a
    parameter; empty if there is none), and the name of what that stands in. ``is_signed`` tells
    that a signature covers it, so that no character of it may change; ``is_spelling`` that it says
    nothing beyond the texts that it embeds, as JSON in a string: whoever searches them need not
    search it."""

    carrier: Carrier
    node: Node
    name: str
    within: str = ""
    is_signed: bool = False
    is_spelling: bool = False


LONG_NUMBER = re.compile("[1-9][0-9]{6,18}")
SIGNATURES = frozenset(
    ["signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent"]
)


def strings(carrier: Carrier) -> Iterator[Text]:
    """The strings of one document, keys and long whole numbers included, in the order of the text;
    before them the comments of YAML.

    The name of a string is the key under which it stands, also within a list; of a pair such as
    ``{"name": "authorization", "value": "..."}`` it is the name that the pair states, and in a list
    of headers in which names and values take turns it is the name before it.
    """
    document = owner(carrier)
    outer = carrier.name if isinstance(carrier, Embedded) else ""
    if document.syntax == "yaml":
        for node in comments(document):
            yield Text(carrier, node, "")
    stack: list[tuple[Node, str, str, bool]] = [(document.root, outer, "", False)]
    while stack:
        node, name, within, is_signed = stack.pop()
        if node.type == "string" or (node.type == "number" and LONG_NUMBER.fullmatch(node.value)):
            yield Text(carrier, node, name, within, is_signed)
        if not node.members:
            continue
        if node.type == "array":
            names = names_in_turns([_string(item) for item in node.items()], name)
            below = zip(node.items(), names, strict=True)
            stack += [(item, told, within, is_signed) for item, told in reversed(list(below))]
            continue
        stated = stated_name(node.text_of("name") or node.text_of("key"), name)
        is_signed = is_signed or any(member.name in SIGNATURES for member in node.members)
        for member in reversed(node.members):
            key = stated if stated and member.name == "value" else key_name(member)
            stack.append((member.value, key, name, is_signed))
            if member.key is not None:
                stack.append((member.key, "", name, is_signed))


def _string(node: Node) -> str | None:
    return node.value if node.type == "string" else None


def names_in_turns(values: list[str | None], name: str) -> list[str]:
    """The names of the elements of a list that stands under a name: that name, but in a list of
    headers (``rawHeaders`` of Node.js) each second element is named by the one before it."""
    if not name.lower().endswith("headers") or len(values) % 2 or None in values:
        return [name] * len(values)
    turns = ((name, told or "") for told in values[::2])
    return list(chain.from_iterable(turns))


def stated_name(stated: str | None, within: str) -> str | None:
    """The name that a pair states; that of a cookie says that it is one."""
    return f"cookie {stated}" if stated and within == "cookies" else stated


def comments(document: Document) -> list[Node]:
    """The comments of a document of YAML."""
    if "comments" not in document.memo:
        from fixture_lint.documents import yaml

        document.memo["comments"] = list(yaml.comments(document.text, document.root))
    nodes: list[Node] = document.memo["comments"]
    return nodes
