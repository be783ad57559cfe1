"""Dialects: how a provider writes the messages of a conversation, and how they are read back.

A dialect is a module of this package, named after it. Whose documents are written in it is said in
``providers/*.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from fixture_lint.conversation import Message
    from fixture_lint.documents.tree import Document, Node
    from fixture_lint.kinds.wire import Form


class Dialect(Protocol):
    """What a module of this package offers."""

    def messages(self, document: Document, root: Node, form: Form) -> list[Message]:
        """The messages of a request, or the one of a response, in the order of the document.

        Arguments: the document in which ``root`` stands, the root of the request or the response,
        and which of the two it is. What is of an unexpected type is passed over.
        """

    def request(self, turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
        """The request that has the turns as its history, as Python values in which recorded
        arguments and outputs are still ``Value``s (see ``conversation.to_text``); and what the
        provider has no place for, in words."""

    def response(self, message: Message, model: str) -> tuple[Any, list[str]]:
        """The response in which a message of the assistant would have come, with constants for
        ids, times and counts; and what the provider has no place for, in words."""


def named(dialect: str) -> Dialect:
    """The dialect with a name, such as ``chat``; ModuleNotFoundError if there is none."""
    return cast(Dialect, import_module(f"{__name__}.{dialect}"))
