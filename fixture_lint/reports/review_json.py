"""The review for scripts: complete, one object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from fixture_lint.behaviour.review import FileReview, Row, Shown

VERSION = 1
"""Grows when a key changes its meaning or goes away; new keys do not count."""


def write(reviews: Sequence[FileReview], out: TextIO) -> None:
    """Prints the review as one JSON text, in ASCII with escapes."""
    print(
        json.dumps(
            {
                "version": VERSION,
                "files": [_file(review) for review in reviews],
                "summary": {
                    "behaviour": sum(review.exit == 1 for review in reviews),
                    "noise": sum(review.exit == 5 for review in reviews),
                    "unreadable": sum(review.state == "unreadable" for review in reviews),
                    "files": len(reviews),
                },
            },
            indent=2,
        ),
        file=out,
    )


def _file(review: FileReview) -> dict[str, Any]:
    return {
        "path": review.path,
        "old_path": review.old_path or review.path,
        "scenario": review.scenario,
        "kind": review.kind or None,
        "state": review.state,
        "problem": review.problem or None,
        "headline": review.headline or None,
        "is_behaviour": review.is_behaviour,
        "rows": [_row(row) for row in review.rows],
        "quiet": [_change(change) for change in review.quiet],
        "raw_lines": review.raw_lines,
        "renumbered": review.renumbered,
        "recorded": _versions(review.recorded),
        "note": {**_versions(review.note), "is_stale": review.is_note_stale},
    }


def _row(row: Row) -> dict[str, Any]:
    changes = [_change(change) for change in row.changes]
    return {"kind": row.kind, "label": row.label, "head": row.head, "changes": changes}


def _change(change: Shown) -> dict[str, Any]:
    fields = change._asdict()
    return {"class": fields.pop("name"), **fields}


def _versions(pair: tuple[str, str]) -> dict[str, str | None]:
    return {"old": pair[0] or None, "new": pair[1] or None}
