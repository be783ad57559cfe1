"""Arguments of calls."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.tree import Document, duplicate_members
from fixture_lint.kinds import Kind, conversation
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["encoded"]


def encoded(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Arguments stored as a string. Its text becomes the object, with every spelling as recorded;
    a text that is no JSON object, or repeats a key, has no fix: it is what the model said."""
    for role, node in conversation.structures(document):
        args = node.get("args") if role == "call" else None
        if args is None or args.type != "string":
            continue
        why = _why_not_an_object(args.value)
        if why:
            message = f"args is a string and {why}: rename the key to raw_args"
            yield rule.finding(document, args, message)
        else:
            fix = None
            if document.syntax == "json":  # Elsewhere an object is not spelled as in the string.
                fix = rule.fix("store the parsed object", [Edit(args.start, args.end, args.value)])
            yield rule.finding(
                document, args, "args is a JSON string; store the parsed object", fix
            )


def _why_not_an_object(text: str) -> str | None:
    try:
        text.encode()
        root = read(text)
    except (ParseError, TooDeep, UnicodeEncodeError):
        return "does not parse"
    if root.type != "object":
        return "holds no object"
    return "repeats a key" if duplicate_members(root) else None
