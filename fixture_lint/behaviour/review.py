"""What a review shows of two versions of a fixture. Nothing in it is private: every text is masked,
and control characters are visible."""

from __future__ import annotations

from typing import Literal, NamedTuple

from fixture_lint.behaviour.classes import BY_NAME, is_behaviour, rank

State = Literal["changed", "added", "deleted", "same", "unreadable"]


class Shown(NamedTuple):
    """A change as it is shown: its class, what it concerns inside the row (a JSON Pointer such as
    ``/amount_cents``, empty for all of it), the old and the new value (None where there is none)
    and a remark such as ``case`` or ``white space``."""

    name: str
    where: str = ""
    old: str | None = None
    new: str | None = None
    remark: str = ""


class Row(NamedTuple):
    """One step of the conversation. ``kind`` is ``user``, ``say``, ``think``, ``system``, ``call``,
    ``result``, ``request``, ``response`` or ``tool`` (of a contract). ``label`` is the ref of a
    call or result (``c2``), otherwise empty. ``head`` is what stands there: a text, or a call with
    its arguments; of a removed step the old one. Without ``changes`` it is context."""

    kind: str
    label: str
    head: str
    changes: tuple[Shown, ...] = ()


class FileReview(NamedTuple):
    """Two versions of one fixture. ``rows`` are its steps in the order of the new version;
    ``quiet`` is what is no behaviour: noise, clean-up, layout, order of keys, header.

    ``raw_lines`` counts removed and added lines of the files. ``renumbered`` counts calls whose ref
    is another one now. ``recorded`` and ``note`` are old and new ``meta.recorded`` and
    ``meta.note``, empty where there is none. ``problem`` says why the versions could not be
    compared.
    """

    path: str
    old_path: str
    scenario: str
    kind: str
    state: State
    rows: tuple[Row, ...] = ()
    quiet: tuple[Shown, ...] = ()
    raw_lines: int = 0
    renumbered: int = 0
    recorded: tuple[str, str] = ("", "")
    note: tuple[str, str] = ("", "")
    problem: str = ""

    @property
    def changes(self) -> tuple[Shown, ...]:
        """All changes of behaviour, in the order of the rows."""
        return tuple(change for row in self.rows for change in row.changes)

    @property
    def headline(self) -> str:
        """The worst class that is present, empty if nothing has changed."""
        names = [change.name for change in (*self.changes, *self.quiet)]
        return min(names, key=rank, default="")

    @property
    def is_behaviour(self) -> bool:
        """Whether behaviour has changed."""
        return any(is_behaviour(change.name) for change in self.changes)

    @property
    def is_note_stale(self) -> bool:
        """Whether behaviour has changed and the note has not."""
        return self.is_behaviour and bool(self.note[1]) and self.note[0] == self.note[1]

    @property
    def exit(self) -> int:
        """What the fixture adds to the exit status: 1 for behaviour, 5 for noise, 0 otherwise."""
        return BY_NAME[self.headline].exit if self.headline else 0
