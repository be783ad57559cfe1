"""Tags of YAML (YAML 1.1, section 3.2.1.2), and keys that are no scalars.

A tag says what a node is. It is read and never obeyed: nothing is constructed.
"""

from __future__ import annotations

from typing import NamedTuple

from fixture_lint.documents.tree import Document, Member, Node, walk

_STANDARD = "tag:yaml.org,2002:"
_SAFE = frozenset(
    [
        *("binary", "bool", "float", "int", "map", "merge", "null", "omap", "pairs", "seq", "set"),
        *("str", "timestamp", "value", "yaml"),
    ]
)
_LANGUAGES = ("python", "ruby", "perl", "php", "java", "js", "javascript", "lua", "net", "clr")


class Tag(NamedTuple):
    """A tag of a node: in full, as it is spelled, and where it is written."""

    full: str
    spelling: str
    start: int

    @property
    def is_binary(self) -> bool:
        """Whether it says that a scalar is base64: PyYAML spells it ``!!binary``, Psych (Ruby)
        ``!binary`` too."""
        return self.full in (f"{_STANDARD}binary", "!binary")

    @property
    def needs_code(self) -> bool:
        """Whether a loader has to look for code of that name to load the node.

        So it is with the tags of a language (``!!python/...``, ``!ruby/...``) and with all names
        beyond the types of yaml.org in its name space, which loaders of Java take for classes. Any
        other tag of a project's own, such as ``!Ref``, is a name that a program may know; without
        it nothing is run.
        """
        language = self.full.removeprefix(_STANDARD).lstrip("!").partition("/")
        if language[1] and language[0] in _LANGUAGES:
            return True
        if self.full.startswith(_STANDARD):
            return self.full.removeprefix(_STANDARD) not in _SAFE
        return self.full.startswith(("tag:ruby.yaml.org,2002:", "tag:python.org"))


Tags = dict[tuple[int, bool], Tag]
"""The tags of a text, each by the start of its node and whether that is a collection: a mapping
without brackets begins where its first key does."""


def tags(document: Document) -> Tags:
    """The tags of a document, in the order of the text."""
    if "tags" not in document.memo:
        document.memo["tags"] = _read(document) if "!" in document.text else {}
    known: Tags = document.memo["tags"]
    return known


def tag_of(document: Document, node: Node) -> Tag | None:
    """The tag that is written before a node, None if there is none."""
    if document.syntax != "yaml":
        return None
    return tags(document).get((node.start, node.type in ("object", "array")))


def is_binary(document: Document, node: Node) -> bool:
    """Whether a scalar says by its tag that it is base64, however short it is."""
    tag = tag_of(document, node)
    return tag is not None and tag.is_binary


def key_name(member: Member) -> str:
    """The name under which a value stands. A key that is a list of one scalar, as recorders write
    objects of a library of theirs, has that scalar for its name."""
    if member.key is None or not member.key.members:
        return member.name
    parts = list(walk(member.key))
    leaves = [node.value for node in parts if node.type != "array"]
    is_list = all(node.type != "object" for node in parts)
    return leaves[0] if is_list and len(leaves) == 1 else member.name


def _read(document: Document) -> Tags:
    from fixture_lint.documents import yaml

    return yaml.read_tagged(document.text)[1]
