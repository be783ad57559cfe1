"""Stack traces and paths of a machine in errors: found, cut where it is clear what is left."""

from __future__ import annotations

import json
import time

import pytest
from conversations import conversation
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from fixture_lint.detectors.traces import find, paths
from fixture_lint.documents.edits import apply

PYTHON = """\
Traceback (most recent call last):
  File "/home/user/shop/app.py", line 3, in track
    return parcels[code]
           ~~~~~~~^^^^^^
"""
JAVA = "\n\tat a.b.C.d(D.java:3)\n\tat a.b.C.<init>(E.kt:31)"
GO = "goroutine 1 [running]:\nmain.f(0x1)\n\t/srv/a.go:5 +0x39\n"
CHAINED = f"""\
{PYTHON}KeyError: 'P7'

During handling of the above exception, another exception occurred:

{PYTHON}"""


def cut(text: str, said: frozenset[str] = frozenset()) -> str | None:
    """What the fix leaves of a text; None where there is no fix."""
    found = find(text, said)
    if found is None:
        return text
    return apply(text, found.cuts) if found.cuts else None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{PYTHON}KeyError: 'P7'", "KeyError: 'P7'"),
        (f"failed: {PYTHON}E: 'P7'\nsee the log", "failed: E: 'P7'\nsee the log"),
        (f"{CHAINED}shop.errors.NotFound: no P7\n", "shop.errors.NotFound: no P7\n"),
        (f"{PYTHON}OSError: no '/home/user/shop/a.csv'", "OSError: no 'a.csv'"),
        (f"{PYTHON}E: 1\n{PYTHON}E: 2", "E: 1\nE: 2"),
        ("Error: no\n    at f (/srv/x.js:1:2)\n    at /srv/y.js:1:2", "Error: no"),
        ("E: no\n    at f (node:internal/a:1:2)\n    at new B (<anonymous>)\nok", "E: no\nok"),
        ("Error: no\r\n    at f (file:///srv/x.mjs:1:2)\r\n", "Error: no\r\n"),
        (f"E: no{JAVA}\n\t... 23 more\nCaused by: F: x{JAVA}", "E: no\nCaused by: F: x"),
        ("E: no\n\tat a.b.C.d(Native Method)\n\tat a.C.<init>(Unknown Source)", "E: no"),
        ("E: no\n   at Shop.Parcels.Track(String code) in C:\\shop\\a.cs:line 7", "E: no"),
        ("E: no\n   at Shop.Parcels.Track(String code)", "E: no"),
        (f"panic: no\n\n{GO}\n{GO}exit status 2", "panic: no\nexit status 2"),
        (f"panic: no\n\n{GO}", "panic: no"),
        ("failed at f (/srv/x.js:1:2)", "failed at f (x.js:1:2)"),
        ("no /srv/shop/a.csv. Or /opt/b/!", "no a.csv. Or b/!"),
        ("/app/server.py:12 failed", "server.py:12 failed"),
        ("cwd=/Users/user/shop/x failed", "cwd=x failed"),
        (r"no C:\Users\Ann Lee\a b\shop.csv, nor D:/data/march.csv", "no shop.csv, nor march.csv"),
        (r"no 'C:\\Users\\ann\\shop.csv'", "no 'shop.csv'"),
        (r"C:\Users\ann\shop.csv failed/retried now", "shop.csv failed/retried now"),
    ],
)
def test_what_is_left_is_type_and_message(text, left):
    assert find(text) is not None
    assert cut(text) == left
    assert find(left) is None


@pytest.mark.parametrize(
    "text",
    [
        PYTHON,
        "Traceback (most recent call last): ...",
        PYTHON.replace("\n", "\\n") + "KeyError: 'P7'",
        f"  + Exception Group {PYTHON}  | ExceptionGroup: two",
        "    at f (/srv/x.js:1:2)",
        "NullPointerException at a.b.C.d(D.java:3)",
        "goroutine 1 [running]:\nmain.f()\n\t/srv/a.go:5 +0x39",
    ],
)
def test_where_it_is_not_clear_what_is_left_nothing_is_cut(text):
    assert find(text) is not None
    assert cut(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "no parcel P7",
        "the courier is\n  at home (now)",
        "looked at shop(now) and at a.b(c)",
        "POST /v1/orders failed, GET /home/user/feed/a.py:1 too",
        "see https://shop.invalid/home/user/orders.py:3 or ./srv/x.py:1 or src/app.py:12",
        "path ~/shop/a.csv, or a/srv/b/c, or @/srv/x.js:1",
        "/etc/hosts and /v1/orders and /data/a.csv",
        "/app/server.py is large",
        "ratio a:b/c, 10:30, s://bucket/key, http://x.invalid/opt/a",
        "the last call traceback was empty; goroutine leaks",
        'File "app.py", line 3',
    ],
)
def test_what_only_looks_like_one_is_left_alone(text):
    assert find(text) is None


def test_what_the_conversation_names_is_no_path_of_a_machine():
    said = frozenset(paths("load /srv/shop/a.csv, 'C:\\shop\\b.csv' and /opt/parcels/."))
    assert said == {"/srv/shop/a.csv", "C:\\shop\\b.csv", "/opt/parcels"}
    assert find("no /srv/shop/a.csv", said) is None
    assert find("no C:\\shop\\b.csv", said) is None
    assert find("no /opt/parcels/march/1.csv", said) is None
    assert cut("no /srv/shop/b.csv", said) == "no b.csv"


PIECES = [
    *("Traceback (most recent call last):", '  File "/home/user/a.py", line 3', "KeyError: 'P7'"),
    *("    at f (/srv/x.js:1:2)", "\tat a.b.C(D.java:3)", "\t... 2 more", "goroutine 1 [running]:"),
    *("main.f()", "\t/srv/a.go:5", " /srv/a/b.csv. ", "C:\\Users\\a b\\c.py", "file:///srv/a.js"),
    *("During handling of the above exception, another exception occurred:", "\n", "\n", "\r\n"),
    *(" ", "  ", ":", "/", "//", "\\", '"', "at ", "é", "x"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_a_fix_is_made_once(text):
    text = text.encode("utf-8", "replace").decode()
    left = cut(text)
    if left is not None:
        assert cut(left) == left
    file = conversation(
        {"from": "user", "text": "load it"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {}}]},
        {"from": "tools", "results": [{"ref": "c1", "error": {"code": "x", "message": text}}]},
    )
    fixed = fix_text(file, settings={}, unsafe=True)
    message = json.loads(fixed)["turns"][2]["results"][0]["error"]["message"]
    assert message == (text if left is None else left)
    assert fix_text(fixed, settings={}, unsafe=True) == fixed
    assert (find(text) is None) == (lint_text(file, settings={"select": ["FX311"]}) == [])


BAIT = [
    *(PYTHON, PYTHON + "E: 1\n", CHAINED, "\n    at f (/srv/x.js:1:2)", "\n    at ", "\n\tat a.b"),
    *("goroutine 1 [running]:\n", "\n\ngoroutine 1 [x]:\nf()\n\t/srv/a.go:5", "\n", " ", "/", "/a"),
    *("/srv/", "/srv/a/b ", "C:\\", "C:\\a b\\", "C:/a ", "at a.b(", "file:///", ".py", "a.b."),
    *("Traceback (most recent call last):", "Traceback (most recent call last):\n ", ":1:2"),
    *("http://a/srv/b", '\n  File "', "(<anonymous>", "... 2 more\n", "/a.py:1", "GET /srv/a/b "),
]


@pytest.mark.parametrize("bait", BAIT, ids=ascii)
def test_the_time_is_linear(bait):
    once = bait * (50_000 // len(bait))

    def measured(text):
        started = time.process_time()
        find(text)
        list(paths(text))
        return time.process_time() - started

    def growth():
        return min(measured(once * 2) for _ in range(3)) / min(measured(once) for _ in range(3))

    assert measured(once) < 2
    assert any(growth() < 2.6 for _ in range(4))
