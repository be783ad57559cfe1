"""What is read off test code about the way in which cassettes are matched."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from fixture_lint.kinds.vcr_settings import Matching, settings

CASSETTE = "tests/cassettes/test_parcels/test_late.yaml"


def write(root: Path, path: str, text: str) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def told(root: Path, cassette: str = CASSETTE) -> Matching | None:
    return settings(str(root / cassette), str(root))


DEFAULT = ("none", False)
UNKNOWN = None

C = "def vcr_config(): return "
TABLE = {
    # pytest-recording and pytest-vcr
    C + "{'match_on': ['method', 'body']}": ("json", False),
    C + "{'match_on': ('method', 'raw_body')}": ("bytes", False),
    C + "{'match_on': ['uri', 'headers']}": ("none", True),
    C + "{'match_on': ['body', 'raw_body', 'headers']}": ("bytes", True),
    C + "{'match_on': ['method', 'scheme', 'host', 'path', 'query']}": DEFAULT,
    C + "dict(match_on=['body'])": ("json", False),
    C + "{}": DEFAULT,
    C + "{'filter_headers': ['authorization'], 'ignore_hosts': hosts()}": DEFAULT,
    "async def vcr_config():\n    yield {'match_on': ['body']}": ("json", False),
    "BASE = {'match_on': ['body']}\n" + C + "{**BASE, 'record_mode': 'none'}": ("json", False),
    "BASE = {'record_mode': 'none'}\n" + C + "{**BASE}": DEFAULT,
    "BASE = {'match_on': ['body']}\n" + C + "BASE | {'record_mode': 'none'}": ("json", False),
    "BASE = {'match_on': ['body']}\n" + C + "BASE.copy()": ("json", False),
    "BASE = {'match_on': ['body']}\n" + C + "copy.deepcopy(BASE)": ("json", False),
    "BASE = {}\n" + C + "dict(BASE, match_on=['body'])": ("json", False),
    "def vcr_config():\n    c = {}\n    c['match_on'] = ['body']\n    return c": ("json", False),
    "def vcr_config():\n  if CI:\n    return {}\n  return dict(match_on=['body'])": ("json", False),
    "M = ['method', 'body']\n" + C + "{'match_on': M}": ("json", False),
    "M = ['method']\n" + C + "{'match_on': [*M, 'body']}": ("json", False),
    "M = ('method',)\n" + C + "{'match_on': M + ('body',)}": ("json", False),
    C + "{'match_on': list(('body',))}": ("json", False),
    "@pytest.mark.vcr(match_on=['body'])\ndef test_a(): ...": ("json", False),
    "@pytest.mark.vcr(**{'match_on': ['body']})\ndef test_a(): ...": ("json", False),
    # vcrpy
    "import vcr\nmy = vcr.VCR(match_on=['raw_body'])": ("bytes", False),
    "import vcr\nmy = vcr.VCR(serializer='json')": DEFAULT,
    "from vcr import VCR as Tape\nmy = Tape()": DEFAULT,
    "from vcr import VCR\nmy = VCR()\nmy.match_on = ['body']": ("json", False),
    "import vcr\nmy = vcr.VCR()\nmy.match_on += ['body']": ("json", False),
    "import vcr\nmy = vcr.VCR()\nwith my.use_cassette('a'): ...": DEFAULT,
    "import vcr\n@vcr.use_cassette('a')\ndef test_a(): ...": DEFAULT,
    "from vcr import use_cassette\nwith use_cassette('a'): ...": DEFAULT,
    "import vcr\nvcr.use_cassette('a', match_on=('body',))": ("json", False),
    "import vcr\nvcr.use_cassette('a', additional_matchers=['headers'])": ("none", True),
    "with my.use_cassette('a', match_on=['body']): ...": ("json", False),
    "class T:\n    def _get_vcr_kwargs(self): return {'match_on': ['body']}": ("json", False),
    # the strictest counts
    "import vcr\nvcr.use_cassette('a', match_on=['body'])\nvcr.use_cassette('b')": ("json", False),
    C + "{'match_on': ['headers']}\nX = dict(match_on=['raw_body'])": ("bytes", True),
    # what is not literal
    C + "{'match_on': MATCHERS}": UNKNOWN,
    "from base import M\n" + C + "{'match_on': M}": UNKNOWN,
    C + "{'match_on': matchers()}": UNKNOWN,
    C + "{'match_on': [*base(), 'body']}": UNKNOWN,
    C + "{'match_on': ['method', 'tokens']}": UNKNOWN,
    C + "{'match_on': ['method', f'{x}']}": UNKNOWN,
    C + "{'match_on': None}": UNKNOWN,
    C + "base()": UNKNOWN,
    "def vcr_config(vcr_config): return {**vcr_config}": UNKNOWN,
    "from base import BASE\n" + C + "{**BASE, 'record_mode': 'none'}": UNKNOWN,
    "from base import BASE\n" + C + "BASE": UNKNOWN,
    C + "{key(): 1}": UNKNOWN,
    "BASE = {}\nBASE.update(other())\n" + C + "BASE": UNKNOWN,
    "BASE = {}\nBASE = other()\n" + C + "BASE": UNKNOWN,
    "BASE = {**BASE}\n" + C + "BASE": UNKNOWN,
    "M = []\nM.append('body')\n" + C + "{'match_on': M}": UNKNOWN,
    "M = [*M]\n" + C + "{'match_on': M}": UNKNOWN,
    "import vcr\nmy = vcr.VCR()\nmy.match_on.append('body')": UNKNOWN,
    "import vcr\nmy = vcr.VCR(match_on=['method'])\nsetattr(my, 'match_on', x)": UNKNOWN,
    "import vcr\nmy = vcr.VCR(**options)": UNKNOWN,
    "import vcr\nvcr.use_cassette('a', **options)": UNKNOWN,
    "@pytest.mark.vcr(**OPTIONS)\ndef test_a(): ...": UNKNOWN,
    "from base import my_vcr\nwith my_vcr.use_cassette('a'): ...": UNKNOWN,
    "def test_a(my_vcr):\n    with my_vcr.use_cassette('a'): ...": UNKNOWN,
    "from vcr import VCR\nmy = VCR(match_on=['body'])\nmy.register_matcher('body', f)": UNKNOWN,
    "from vcr import VCR\nmy = VCR(match_on=['own'])\nmy.register_matcher('own', f)": UNKNOWN,
    "from vcr import VCR\nmy = VCR(match_on=['body'])\nmy.register_matcher(name, f)": UNKNOWN,
    "import vcr\nmy = vcr.VCR(match_on=['body'])\nmy.register_matcher('own', f)": ("json", False),
    "Betamax(session).use_cassette('a', match_requests_on=['body'])": UNKNOWN,
    C + "{'match_on': ['body']": UNKNOWN,
    "print 'vcr_config'": UNKNOWN,
    "vcr_config = 1\0": UNKNOWN,
    "# coding: klingon\nvcr_config = 1": UNKNOWN,
    "vcr.VCR(match_on=" + "a + " * 2000 + "['body'])": UNKNOWN,
    # nothing about matching
    "@pytest.mark.vcr\ndef test_a(): ...": UNKNOWN,
    "x = 1": UNKNOWN,
    "": UNKNOWN,
}  # fmt: skip


@pytest.mark.parametrize("text", TABLE)
def test_what_a_conftest_says(tmp_path, text):
    write(tmp_path, "tests/conftest.py", text)
    expected = TABLE[text]
    matching = told(tmp_path)
    assert (matching and (matching.body, matching.headers)) == expected
    if matching is not None:
        file, _, line = matching.source.rpartition(":")
        assert file == "tests/conftest.py"
        assert 1 <= int(line) <= text.count("\n") + 1


def test_the_source_is_the_line_of_the_strictest_setting(tmp_path):
    text = "def vcr_config():\n    return {\n        'match_on': [\n            'body'],\n    }\n"
    write(tmp_path, "tests/conftest.py", text)
    write(tmp_path, "conftest.py", "def vcr_config(): return {}\n")
    assert told(tmp_path) == Matching("json", False, "tests/conftest.py:3")


BODY = "def vcr_config(): return {'match_on': ['body']}\n"
PLAIN = "def vcr_config(): return {}\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"conftest.py": BODY}, "json"),
        ({"tests/conftest.py": BODY}, "json"),
        ({"tests/cassettes/conftest.py": BODY}, "json"),
        ({"tests/cassettes/test_parcels/conftest.py": BODY}, "json"),
        ({"tests/test_parcels.py": BODY}, "json"),
        ({"tests/helpers.py": BODY}, "json"),
        ({"tests/conftest.py": PLAIN, "tests/test_parcels.py": BODY}, "json"),
        ({"conftest.py": BODY, "tests/conftest.py": PLAIN}, "json"),
        ({"conftest.py": PLAIN, "tests/conftest.py": "print 'vcr_config'"}, None),
        ({"conftest.py": PLAIN, "tests/test_other.py": "x = 1"}, "none"),
        ({"conftest.py": PLAIN, "tests/test_other.py": "print 'no VCRs here'"}, "none"),
        ({"other/conftest.py": BODY}, None),
        ({"test_parcels.py": BODY}, None),
        ({"tests/unit/test_parcels.py": BODY}, None),
        ({"tests/cassettes/other/conftest.py": BODY}, None),
        ({}, None),
    ],
)
def test_which_files_are_read(tmp_path, files, expected):
    for path, text in files.items():
        write(tmp_path, path, text)
    matching = told(tmp_path)
    assert (matching and matching.body) == expected


@pytest.mark.parametrize(
    "cassette",
    [
        "tests/fixtures/cassettes/a.yaml",
        "tests/recordings/a.yaml",
        "tests/vcr_cassettes/deep/er/a.yaml",
        "tests/a.yaml",
    ],
)
def test_modules_stand_beside_the_folder_of_cassettes(tmp_path, cassette):
    write(tmp_path, "tests/test_parcels.py", BODY)
    matching = told(tmp_path, cassette)
    assert matching is not None
    assert matching.body == "json"


def test_folders_differ(tmp_path):
    write(tmp_path, "a/conftest.py", BODY)
    write(tmp_path, "b/conftest.py", PLAIN)
    bodies = [told(tmp_path, f"{name}/cassettes/x.yaml") for name in "abc"]
    assert [found and found.body for found in bodies] == ["json", "none", None]


def test_paths_may_be_relative(tmp_path, monkeypatch):
    write(tmp_path, "tests/conftest.py", BODY)
    monkeypatch.chdir(tmp_path)
    assert settings(CASSETTE, ".") == Matching("json", False, "tests/conftest.py:1")
    assert settings(CASSETTE, "") == Matching("json", False, "tests/conftest.py:1")
    monkeypatch.chdir(tmp_path / "tests")
    assert settings("cassettes/x.yaml", str(tmp_path)) is not None


def test_nothing_outside_of_the_root_is_read(tmp_path):
    root = tmp_path / "project"
    write(tmp_path, "conftest.py", BODY)
    write(root, "tests/other.py", "")
    assert told(root) is None
    outside = write(tmp_path, "elsewhere/conftest.py", BODY)
    os.symlink(outside, root / "tests" / "conftest.py")
    assert told(root, "tests/cassettes/b/x.yaml") is None
    os.symlink(outside.parent, root / "linked")
    assert told(root, "linked/cassettes/x.yaml") is None
    assert settings(str(outside.parent / "cassettes" / "x.yaml"), str(root)) is None
    assert settings("", str(root)) is None


def test_a_link_within_the_root_is_read(tmp_path):
    write(tmp_path, "shared/vcr_base.py", BODY)
    (tmp_path / "tests").mkdir()
    os.symlink(tmp_path / "shared" / "vcr_base.py", tmp_path / "tests" / "conftest.py")
    matching = told(tmp_path)
    assert matching is not None
    assert matching.source == "tests/conftest.py:1"


def test_odd_files_are_passed_over(tmp_path):
    write(tmp_path, "tests/large.py", BODY + "#" * (1024 * 1024))
    (tmp_path / "tests" / "folder.py").mkdir()
    os.mkfifo(tmp_path / "tests" / "pipe.py")
    os.symlink("nowhere.py", tmp_path / "tests" / "gone.py")
    os.symlink("loop.py", tmp_path / "tests" / "loop.py")
    assert told(tmp_path) is None
    write(tmp_path, "tests/conftest.py", PLAIN)
    assert told(tmp_path, "tests/cassettes/other/x.yaml") is not None


def test_nothing_is_run(tmp_path):
    marker = tmp_path / "marker"
    text = f"open({str(marker)!r}, 'w')\nimport no_such_module\n{BODY}"
    ast.parse(text)
    write(tmp_path, "tests/conftest.py", text)
    assert told(tmp_path) is not None
    assert not marker.exists()
