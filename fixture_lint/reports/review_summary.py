"""What a review says of whole fixtures: how they are called, the verdict, and in a line each what
nobody has to look at."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from fixture_lint.behaviour.classes import BY_NAME, rank
from fixture_lint.behaviour.review import FileReview
from fixture_lint.documents.printable import shown, shown_path

QUESTION = "Decide for each change: improvement or regression?"

_SURROUNDINGS = {
    "user-input-changed": "scenario CHANGED",
    "contract-changed": "prompt CHANGED",
    "result-to-error": "environment changed",
    "error-to-result": "environment changed",
    "result-changed": "environment changed",
    "response-changed": "environment changed",
    "request-changed": "environment changed",
}
"""What has changed where it was not the model; the first that is present counts."""

_STATES = {"added": "new fixture", "deleted": "deleted", "unreadable": "not compared"}

_QUIET = {
    "envelope-changed": "envelope only",
    "noise-only": "noise only",
    "redaction-only": "redaction only",
    "cleanup-only": "clean-up only",
    "payload-order-drift": "order of keys only",
    "layout-only": "layout only",
    "meta-only": "header only",
}

_RULES = {"noise-only": "FX701 ", "payload-order-drift": "FX710 "}

_SHOWN_APART = frozenset({"/recorded", "/note"})

_MOST_NAMES = 8


def title(review: FileReview) -> str:
    """How a fixture is called: by its scenario, otherwise by its path."""
    if review.scenario in ("", review.path):
        return shown_path(review.path)
    return shown(review.scenario)


def place(review: FileReview) -> str:
    """Where a fixture lies, if its title does not tell; after a rename both paths."""
    path = shown_path(review.path)
    if review.old_path and review.old_path != review.path:
        return f"{shown_path(review.old_path)} → {path}"
    named = os.path.basename(review.path).startswith(f"{review.scenario}.")
    return "" if named or title(review) == path else path


def verdict(review: FileReview) -> str:
    """What has happened to a fixture, in two or three words."""
    if review.state in _STATES:
        return _STATES[review.state]
    if not review.is_behaviour:
        return "no behaviour change"
    names = {change.name for change in review.changes if BY_NAME[change.name].exit == 1}
    if names - set(_SURROUNDINGS):
        return "model behaviour CHANGED"
    return next(words for name, words in _SURROUNDINGS.items() if name in names)


def needs_decision(review: FileReview) -> bool:
    """Whether a person has to read a fixture: behaviour has changed."""
    return review.state not in _STATES and review.is_behaviour


def is_unknown(review: FileReview) -> bool:
    """Whether a file was not compared because it is no recording at all."""
    return bool(review.problem) and review.state != "unreadable"


def quiet_class(review: FileReview) -> str:
    """What has changed in a fixture whose behaviour has not, in words."""
    if not review.headline:
        renamed = review.old_path and review.old_path != review.path
        return "renamed only" if renamed else "unchanged"
    return _QUIET[review.headline]


def detail(review: FileReview, name: str) -> str:
    """What there is of a class of what is no behaviour, such as ``3 ids, 1 time``."""
    found = [change.remark or change.where for change in review.quiet if change.name == name]
    return ", ".join(shown(words) for words in dict.fromkeys(found) if words)


def besides(review: FileReview) -> str:
    """What else there is beside changes of behaviour: ``· noise (3 ids), ␣ layout``. The date and
    the note are shown for themselves."""
    names = sorted({c.name for c in review.quiet if c.where not in _SHOWN_APART}, key=rank)
    parts = []
    for name in names:
        words = _QUIET[name].removesuffix(" only")
        inner = detail(review, name)
        parts.append(f"{BY_NAME[name].mark} {words}" + (f" ({inner})" if inner else ""))
    return ", ".join(parts)


def groups(reviews: Iterable[FileReview]) -> list[tuple[str, str, list[FileReview]]]:
    """Fixtures whose behaviour has not changed by what has: mark, words and fixtures, noise first.
    Fixtures in which nothing has changed come last."""
    found: dict[str, list[FileReview]] = {}
    quiet = [r for r in reviews if not (r.state in _STATES or r.is_behaviour or r.problem)]
    for review in sorted(quiet, key=lambda r: rank(r.headline) if r.headline else len(BY_NAME)):
        found.setdefault(quiet_class(review), []).append(review)
    return [
        (BY_NAME[group[0].headline].mark if group[0].headline else "=", words, group)
        for words, group in found.items()
    ]


def names(group: Sequence[FileReview]) -> str:
    """The fixtures of a group, the first ones by name; those with noise with what it is."""
    rule = _RULES.get(group[0].headline, "")
    called = [_called(review) for review in group[:_MOST_NAMES]]
    more = len(group) - len(called)
    parted = "; " if rule else ", "
    return rule + parted.join(called) + (f" and {more:,} more" if more > 0 else "")


def plural(word: str, count: int) -> str:
    """A word, in the plural if there are several."""
    return word if count == 1 or word.endswith("s") else f"{word}s"


def _called(review: FileReview) -> str:
    if review.headline not in _RULES:
        is_moved = not review.headline and review.old_path not in ("", review.path)
        return place(review) if is_moved else title(review)
    return f"{title(review)}: {detail(review, review.headline)}"
