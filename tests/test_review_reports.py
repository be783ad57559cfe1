"""What reviews look like, and that nothing in a fixture gets out of its place."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reviews import ALL, CLEAN, ENVIRONMENT, EVERYTHING, LONG, NOISE, OTHERS, REFUND, changed, row

from fixture_lint.behaviour.classes import CLASSES
from fixture_lint.behaviour.review import Shown
from fixture_lint.reports import review_json, review_markdown, review_text
from fixture_lint.reports.columns import cut_middle, width_of, wrapped
from fixture_lint.reports.words import difference

GOLDEN = Path(__file__).parent / "golden"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def text(reviews, width=96, color=False):
    out = io.StringIO()
    review_text.write(reviews, out, color=color, width=width)
    return out.getvalue()


def markdown(reviews):
    out = io.StringIO()
    review_markdown.write(reviews, out)
    return out.getvalue()


def test_the_samples_hold_every_class():
    names = {c.name for review in ALL for c in (*review.changes, *review.quiet)}
    assert names == {known.name for known in CLASSES}


@pytest.mark.parametrize(("name", "write"), [("review.txt", text), ("review.md", markdown)])
def test_golden(name, write):
    assert write(ALL) == (GOLDEN / name).read_text(encoding="utf-8")


def test_colour_is_additional():
    coloured = text(ALL, color=True)
    assert coloured != text(ALL)
    assert "\n".join(line.rstrip() for line in ESCAPES.sub("", coloured).splitlines()) == (
        text(ALL).rstrip("\n")
    )


@pytest.mark.parametrize("width", [60, 80, 96, 120, 200])
def test_no_line_of_a_fixture_is_wider_than_the_terminal(width):
    wide = "全角文字" * 60
    rows = (
        row("say", wide),
        row("say", wide, Shown("turn-added")),
        row("call", f'send(text="{wide}")', Shown("call-added"), label="c1"),
        row("call", "send()", Shown("args-changed", "/text", wide, wide + "x"), label="c2"),
        row("say", "", Shown("text-changed", "", wide, "x" + wide[:100] + LONG)),
        row("result", "", Shown("result-changed", "/body", LONG * 9, LONG * 8), label="c2"),
    )
    review = changed("fixtures/wide.json", *rows, note=(wide, wide), recorded=("1", "2"))
    lines = text([REFUND, EVERYTHING, review], width).splitlines()
    assert [line for line in lines if width_of(line) > width] == []


def test_the_verdict():
    assert "model behaviour CHANGED" in text([REFUND])
    assert "environment   environment changed\n" in text([ENVIRONMENT])
    only_user = changed("a.json", row("user", "", Shown("user-input-changed", "", "a", "b")))
    assert "a   scenario CHANGED\n" in text([only_user])
    prompt = changed("a.json", row("system", "", Shown("contract-changed", "", "a", "b")))
    assert "a   prompt CHANGED\n" in text([prompt])


def test_the_last_question_is_asked_only_if_there_is_something_to_decide():
    question = "Decide for each change: improvement or regression?"
    assert text([REFUND]).splitlines()[-1] == question
    assert question not in text(OTHERS)
    assert text([NOISE, CLEAN]) == (
        "2 fixtures: 1 noise only (FX701 orders-list: 3 ids), 1 clean-up only (cleaned)\n"
    )


def test_many_fixtures_are_counted():
    many = [NOISE._replace(path=f"f/{n}.json", scenario=f"s{n}") for n in range(400)]
    line = text(many, width=400)
    assert line.startswith("400 fixtures: 400 noise only (FX701 s0: 3 ids; s1: 3 ids; ")
    assert line.endswith("s7: 3 ids and 392 more)\n")


def test_steps_without_changes_are_folded():
    rows = [row("say", f"step {number}") for number in range(1200)]
    rows[600] = row("say", "new", Shown("turn-added"))
    lines = text([changed("a.json", *rows)]).splitlines()
    assert [line.strip() for line in lines[1:6]] == [
        "…    599 steps unchanged",
        "say  step 599",
        "±  say  new   turn added",
        "say  step 601",
        "…    598 steps unchanged",
    ]


def test_a_word_in_a_long_text():
    (line,) = difference(LONG * 20, LONG * 10 + LONG.replace("14.99", "0") + LONG * 9, 200).lines
    assert "EUR [-14.99-]{+0+} to your card" in line[1]


def test_white_space_is_visible():
    assert difference("a  b", "a b", 40).lines == ((" ", "a··b → a·b"),)
    assert difference(r"a\nb", "a b", 40).lines == ((" ", "a⏎b → a·b"),)


WORDS = st.text(st.sampled_from("ab 1.9é文\u0301\\n-[]{}+"), max_size=300)


@given(WORDS, WORDS, st.integers(20, 120))
def test_differences_fit(old, new, width):
    found = difference(old, new, width)
    assert all(width_of(line) <= width for _, line in found.lines)
    for sign in " -+":
        assert sum(mark == sign for mark, _ in found.lines) <= 3


@given(WORDS, st.integers(8, 80))
def test_cutting(value, width):
    assert width_of(cut_middle(value, width)) <= width
    lines = wrapped(value, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(value.split())


def test_widths():
    assert (width_of("abc"), width_of("文字"), width_of("e\u0301"), width_of("→")) == (3, 4, 1, 1)
    assert cut_middle("文" * 20, 11) == "文文 … 文文"


HOSTILE = [
    "```\n</details><script>alert(1)</script>",
    "@everyone and user@example.com",
    "| pipe | [link](https://evil.example) ![i](http://x)",
    "#1 GH-1 https://evil.example www.evil.example",
    "`````",
    "<!-- fixture-lint:semantic-diff -->",
    "\x1b[2J\x1b]0;title\x07",
    "::error file=a::b",
    "\u202egnp.exe",
    "- [x] decided\n\n# title",
]


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_texts_stay_in_their_place(evil):
    rows = [
        row("user", evil, Shown("user-input-changed", "", evil, evil + "x")),
        row(evil, evil, Shown("result-changed", evil, evil, evil + "y", evil), label=evil),
        row("call", evil, Shown("call-added", remark=evil), label=evil),
        row("call", "", label="`````"),
    ]
    review = changed(evil, *rows, note=(evil, evil), recorded=(evil, evil), scenario=evil)
    rest = [
        review._replace(rows=(), quiet=(Shown("noise-only", remark=evil),)),
        review._replace(rows=(), state="unreadable", problem=evil),
        review._replace(rows=(), state="same", problem=evil),
        review._replace(rows=(), state="added"),
        review._replace(rows=(), state="same", old_path=evil + "z"),
    ]
    for output in (text([review, *rest]), markdown([review, *rest])):
        control = [c for c in output if unicodedata.category(c) in ("Cc", "Cf", "Cs")]
        assert set(control) <= {"\n", "\u2060"}
    assert not any(line.startswith("::") for line in text([review, *rest]).splitlines())
    comment = markdown([review, *rest])
    assert comment.startswith(review_markdown.MARKER)
    outside = _outside_of_blocks(comment)
    tags = re.findall(r"(?<!\\)<[^ >]*", outside)
    assert tags == ["<!--", "<details", "<summary", "</summary", "</details"]
    assert "://" not in outside
    assert not re.search(r"@[a-z]", outside)
    in_markdown = [line for line in outside.splitlines() if not line.startswith("<details>")]
    assert not re.search(r"(?<!\\)\]\(", "\n".join(in_markdown))
    assert not re.search(r"^#+ (?!Fixture changes)", outside, re.MULTILINE)
    table = [line for line in outside.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {8}


def _outside_of_blocks(comment):
    """A comment without its fenced blocks, as CommonMark finds their ends (section 4.5)."""
    kept, fence = [], ""
    for line in comment.splitlines():
        ticks = re.match(r"`{3,}", line)
        if fence:
            if re.fullmatch(rf" {{0,3}}`{{{len(fence)},}} *", line):
                fence = ""
        elif ticks:
            fence = ticks[0]
        else:
            kept.append(line)
    assert not fence
    return "\n".join(kept)


def test_a_comment_is_never_too_long():
    wordy = Shown("text-changed", "", LONG * 5, "Nothing in common. " * 30)
    rows = [row("say", "", wordy) for _ in range(100)]
    many = [changed(f"fixtures/{'long-' * 20}{n}.json", *rows) for n in range(200)]
    comment = markdown(many)
    assert 20_000 < len(comment) <= 65_536
    assert "a comment cannot be longer" in comment
    assert "more lines: `fixture-lint diff`" in comment
    _outside_of_blocks(comment)


def test_nothing_is_posted_when_nothing_has_changed():
    assert markdown([]) == ""
    assert markdown([changed("a.json", state="same"), OTHERS[-1]]) == ""
    assert markdown([NOISE]).startswith(review_markdown.MARKER)


def test_json_is_complete():
    out = io.StringIO()
    review_json.write(ALL, out)
    report = json.loads(out.getvalue())
    assert out.getvalue().isascii()
    assert report["version"] == 1
    assert report["summary"] == {"behaviour": 3, "noise": 1, "unreadable": 1, "files": len(ALL)}
    refund = report["files"][0]
    assert refund["headline"] == "call-added"
    assert refund["note"] == {"old": REFUND.note[0], "new": REFUND.note[1], "is_stale": True}
    assert refund["rows"][5] == {
        "kind": "call",
        "label": "c3",
        "head": REFUND.rows[5].head,
        "changes": [
            {
                "class": "args-changed",
                "where": "/booked_cents",
                "old": "1499",
                "new": "1299",
                "remark": "",
            },
            {
                "class": "args-format-changed",
                "where": "/reason",
                "old": '"failing"',
                "new": '"Failing"',
                "remark": "case",
            },
        ],
    }
