"""Python test code: record modes that would record fixtures again, and the codemod."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import make_run
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.second_python import confirm_edits
from fixture_lint.engine import lint as lint_bytes
from fixture_lint.fixing import fix

NAME = "tests/test_parcels.py"
ONE = 'import vcr\n\ntape = vcr.VCR(record_mode="all")\n'


def found(source: str | bytes, **settings) -> list[str]:
    """The text under each finding; every finding must be FX901."""
    findings = lint_text(source, path=NAME, settings=settings)
    assert {finding.code for finding in findings} <= {"FX901"}
    text = source.decode() if isinstance(source, bytes) else source
    return [text[f.start : f.end] for f in findings]


def fixed(source: str) -> str:
    return fix_text(source, path=NAME, unsafe=True)


FOUND = [
    'vcr.VCR(record_mode="all")',
    "with vcr.use_cassette('a.yaml', record_mode='new_episodes'): ...",
    'with my_vcr.use_cassette("a", record_mode="any"): ...',
    '@my_vcr.use_cassette(record_mode="all")\ndef test_a(): ...',
    '@pytest.mark.vcr(record_mode="rewrite")\nclass TestA: ...',
    '@pytest.mark.vcr(**{"record_mode": "all"})\ndef test_a(): ...',
    'pytestmark = [pytest.mark.vcr(record_mode="all")]',
    'pytest.param(1, marks=pytest.mark.vcr(record_mode="all"))',
    'def vcr_config(): return {"record_mode": "all"}',
    'async def vcr_config():\n    yield dict(record_mode="all")',
    'def vcr_config(base): return {**base, "record_mode": "all"}',
    'def vcr_config():\n    config = base()\n    config["record_mode"] = "all"\n    return config',
    'class TestA:\n    def _get_vcr_kwargs(self): return dict(record_mode="all")',
    'VCR_CONFIG = {"record_mode": "all"}',
    'VCR_CONFIG: dict = {"record_mode": "all"}',
    'vcr_config |= {"record_mode": "all"}',
    'my_vcr.record_mode = "all"',
    'self.vcr.record_mode = "all"',
    'functools.partial(vcr.use_cassette, record_mode="all")',
    'from vcr import VCR as Tape\nTape(record_mode="all")',
    'import vcr as tape\ntape.use_cassette("a", record_mode="all")',
    'recorder = vcr.VCR()\nrecorder.record_mode = "all"',
    'vcr.VCR(record_mode=os.environ.get("MODE", "all"))',
    'vcr.VCR(record_mode=os.environ.get("MODE", default="all"))',
    'vcr.VCR(record_mode=os.getenv("MODE", "all"))',
    'vcr.VCR(record_mode=os.getenv("MODE") or "all")',
    'vcr.VCR(record_mode=request.config.getoption("--record-mode") or "all")',
    'vcr.VCR(record_mode=RecordMode("all"))',
    'MODE = "all"\nvcr.VCR(record_mode=MODE)',
    'def make():\n    mode = "all"\n    return vcr.VCR(record_mode=mode)',
    '@pytest.fixture(scope="session")\ndef record_mode(): return "all"',
    'with Betamax(session).use_cassette("a", record="all"): ...',
    'config.default_cassette_options["record_mode"] = "all"',
    'Betamax(session, default_cassette_options={"record_mode": "all"})',
    'vcr.VCR(record_mode=r"all")',
    "vcr.VCR(record_mode='''all''')",
    'vcr.VCR(record_mode="\\x61ll")',
]


@pytest.mark.parametrize("source", FOUND)
def test_a_mode_that_records_again_is_found_and_fixed(source):
    (place,) = found(source)
    mode = ast.literal_eval(place)
    assert mode in ("all", "any", "new_episodes", "rewrite")
    after = fixed(source)
    assert found(after) == []
    quoted = next(q for q in ("'''", '"', "'") if place.endswith(q))
    start = source.index(place)
    new = place[: place.index(quoted)] + f"{quoted}none{quoted}"
    assert after == source[:start] + new + source[start + len(place) :]


@pytest.mark.parametrize(
    ("spelled", "quiet"),
    [
        ("vcr.mode.ALL", "vcr.mode.NONE"),
        ("vcr.record_mode.RecordMode.NEW_EPISODES", "vcr.record_mode.RecordMode.NONE"),
        ("RecordMode.ANY.value", "RecordMode.NONE.value"),
        ("mode . ALL", "mode . NONE"),
    ],
)
def test_members_of_the_enumeration(spelled, quiet):
    source = f"vcr.VCR(serializer='json', record_mode={spelled},)\n"
    assert found(source) == [spelled.removesuffix(".value")]
    assert fixed(source) == source.replace(spelled, quiet)


@pytest.mark.parametrize(
    "source",
    [
        'vcr.VCR(record_mode="once")',
        'vcr.VCR(record_mode="none")',
        "vcr.VCR(record_mode=vcr.mode.ONCE)",
        'vcr.VCR(record_mode=os.environ["RECORD_MODE"])',
        'vcr.VCR(record_mode=os.environ.get("RECORD_MODE"))',
        'vcr.VCR(record_mode=os.environ.get("RECORD_MODE", "none"))',
        'vcr.VCR(record_mode=os.environ.get("all", "none"))',
        'vcr.VCR(record_mode="all" if os.environ.get("RECORD") else "none")',
        'vcr.VCR(record_mode=os.getenv("RECORD") and "all")',
        "vcr.VCR(record_mode=f'{\"all\"}')",
        'vcr.VCR(record_mode=b"all")',
        "vcr.VCR(record_mode=modes.ALL_OF_THEM)",
        'vcr.VCR(record_mode=pick("all"))',
        'MODE = "all"\nMODE = "none"\nvcr.VCR(record_mode=MODE)',
        'MODE = "all"\ndef make(MODE): return vcr.VCR(record_mode=MODE)',
        'if RECORDING:\n    MODE = "all"\nvcr.VCR(record_mode=MODE)',
        'MODE = os.environ.get("A", MODE)\nvcr.VCR(record_mode=MODE)',
        'vcr.VCR()\ncamera.start(record_mode="all")',
        'vcr.VCR()\ncamera.start(record="all")\ncamera.record_mode = "all"',
        '# vcr.VCR(record_mode="all")',
        '"""vcr.VCR(record_mode="all")"""',
        'def test_a():\n    """record_mode="all" of vcr"""',
        "text = \"vcr.VCR(record_mode='all')\"",
        '@pytest.mark.parametrize("record_mode", ["all"])\n@pytest.mark.vcr\ndef test_a(): ...',
        '@pytest.mark.parametrize("vcr_kwargs", [{"record_mode": "all"}])\ndef test_a(): ...',
        'def test_vcr_config():\n    post({"record_mode": "all"})',
        'def fetch_cassette():\n    post({"record_mode": "all"})',
        'def vcr_config():\n    def scrub(request): return {"record_mode": "all"}\n    return {}',
        'with vcr.use_cassette("a"):\n    post({"record_mode": "all"})',
        '@vcr.use_cassette("a")\ndef test_a():\n    post({"record_mode": "all"})',
        'def record_mode(): return "all"  # of a camera, not a fixture',
        "vcr.use_cassette('all', match_on=['all'], before_record='all')",
        'vcr.VCR(record_mode=("all", "none"))',
    ],
)
def test_what_only_looks_like_one_is_not_found(source):
    ast.parse(source)
    assert found(source) == []
    assert fixed(source) == source


def test_the_message_names_the_mode():
    (finding,) = lint_text(ONE, path=NAME)
    assert finding.message == "record_mode='all' re-records in CI"
    assert (finding.severity, finding.line, finding.column) == ("error", 3, 28)
    assert finding.fix is not None
    assert finding.fix.safety == "unsafe"
    assert fix_text(ONE, path=NAME) == ONE  # Only the unsafe fixes change test code.


def test_a_constant_that_two_settings_name_is_one_finding():
    assert found('M = "all"\nvcr.VCR(record_mode=M)\nvcr.VCR(record_mode=M)\n') == ['"all"']


def test_a_string_in_pieces_is_found_and_left_to_its_author():
    source = 'vcr.VCR(record_mode=("al"  # all\n  "l"))\n'
    assert len(found(source)) == 1
    assert fixed(source) == source


# What stands around the mode keeps its bytes.

AROUND = {
    "form feed": "import vcr\n\x0c\ntape = vcr.VCR(record_mode='all')\n\x0cx = 1\n",
    "form feed before": "import vcr\n\x0ctape = vcr.VCR(record_mode='all')\n",
    "CRLF": "import vcr\r\ntape = vcr.VCR(\r\n\trecord_mode='all',\r\n)\r\n",
    "CR": "import vcr\r# é\rtape = vcr.VCR(\r  record_mode='all')\r",
    "mixed": "import vcr\r\n\ntape = vcr.VCR(record_mode='all')\rx = 1\n",
    "tabs": "import vcr\nif 1:\n\ttape = vcr.VCR(\trecord_mode\t=\t'all'\t)\t\n",
    "no newline": "import vcr\ntape = vcr.VCR(record_mode='all')",
    "blank end": "import vcr\ntape = vcr.VCR(record_mode='all')\n\n   \n",
    "wide": "import vcr\nтест = 'ж😀'; tape = vcr.VCR(path='дом😀', record_mode='all')  # 😀\n",
    "separators": "import vcr\ns = '\u2028\x85\x0b\x1c'; tape = vcr.VCR(record_mode='all')\n",
    "docstring": 'import vcr\n"""a\r\nb\rc\n"""\ntape = vcr.VCR(record_mode=\'all\')\n',
    "continued": "import vcr\ntape = \\\n    vcr.VCR(record_mode=\\\n  'all')\n",
    "escape": "import vcr\nx = '\\d'\ntape = vcr.VCR(record_mode='all')\n",
    "comment": "import vcr\ntape = vcr.VCR(record_mode='all'  # 'all' for now\n)\n",
}


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
@pytest.mark.parametrize("name", AROUND)
def test_nothing_but_the_mode_changes(project, lint, name, bom):
    old = bom + AROUND[name].encode()
    file = project / "test_a.py"
    file.write_bytes(old)
    result = lint("--output-format", "json", "test_a.py")
    ((finding,),) = [entry["findings"] for entry in result.report["files"]]
    text = AROUND[name].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line = text[finding["line"] - 1]
    assert line[finding["column"] - 1 :].startswith("'all'")
    assert lint("--fix", "--unsafe-fixes", "test_a.py").code == 0
    assert file.read_bytes() == old.replace(b"mode='all'", b"mode='none'", 1).replace(
        b"mode\t=\t'all'", b"mode\t=\t'none'"
    ).replace(b"\\\n  'all'", b"\\\n  'none'")
    assert file.read_bytes() != old


@given(
    before=st.text(alphabet="a#'é😀\t\x0c\u2028 ", max_size=12),
    end=st.sampled_from(["\n", "\r\n", "\r", "\n\x0c\n"]),
    after=st.text(alphabet="ab#é \x0c", max_size=12),
)
def test_any_text_around_a_mode_keeps_its_bytes(before, end, after):
    head = f"import vcr  # {before}{end}"
    source = f'{head}x = {before!r}; t = vcr.VCR(record_mode="all")  #{after}{end}'
    assert found(source) == ['"all"']
    assert fixed(source) == source.replace('"all"', '"none"')


def test_another_encoding_is_found_and_not_fixed(project, lint):
    text = "# -*- coding: latin-1 -*-\nimport vcr\nx = 'café'; t = vcr.VCR(record_mode='all')\n"
    file = project / "test_a.py"
    file.write_bytes(text.encode("latin-1"))
    result = lint("--fix", "--unsafe-fixes", "test_a.py")
    assert result.code == 1
    assert "test_a.py:3:37" in result.out
    assert "not fixed, since the file is not UTF-8" in result.out
    assert file.read_bytes() == text.encode("latin-1")
    clean = text.replace("'all'", "'none'").encode("latin-1")
    assert fix(clean, "test_a.py", make_run(), unsafe=True).data == clean


def test_another_encoding_is_fixed_where_it_makes_no_difference():
    text = "# coding: latin-1\nimport vcr\nt = vcr.VCR(record_mode='all')\n"
    assert fixed(text) == text.replace("'all'", "'none'")


# What is no Python.

BROKEN = {
    "Python 2": b"print \"vcr.VCR(record_mode='all')\"\n",
    "unfinished": b"vcr.VCR(record_mode='all'\n",
    "NUL": b"vcr.VCR(record_mode='all')\n\0\n",
    "brackets": b"vcr.VCR(record_mode='all')\n" + b"(" * 300 + b")" * 300,
    "additions": b"vcr.VCR(record_mode='all')\nx = 1" + b" + 1" * 100_000 + b"\n",
    "not UTF-8": b"# \xff\nvcr.VCR(record_mode='all')\n",
    "not UTF-8 later": b"\n\n\nvcr.VCR(record_mode='all') # \xff\n",
    "unknown encoding": b"# coding: klingon\nvcr.VCR(record_mode='all')\n",
    "no text encoding": b"# coding: rot13\nvcr.VCR(record_mode='all')\n",
    "BOM and latin-1": b"\xef\xbb\xbf# coding: latin-1\nvcr.VCR(record_mode='all')\n",
    "tabs and spaces": b"if 1:\n\tx = 1\n        y = vcr.VCR(record_mode='all')\n",
    "merge conflict": b"<<<<<<< ours\nvcr.VCR(record_mode='all')\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_python_is_one_finding(project, lint, name):
    (project / "test_a.py").write_bytes(BROKEN[name])
    (project / "test_b.py").write_text(ONE)
    result = lint("--output-format", "json", "--fix", "--unsafe-fixes", "test_a.py", "test_b.py")
    assert result.found == ["FX101"]
    (finding,) = result.report["files"][0]["findings"]
    assert finding["message"].startswith("File is not valid Python: ")
    assert (project / "test_a.py").read_bytes() == BROKEN[name]
    assert (project / "test_b.py").read_text() == ONE.replace('"all"', '"none"')


def test_a_syntax_error_stands_where_it_is():
    findings = lint_text(b"\xef\xbb\xbf# \xc3\xa9 record_mode\r\nx = \xc3\xa9 $\r\n", path=NAME)
    assert [(f.code, f.line, f.column) for f in findings] == [("FX101", 2, 7)]


def test_a_syntax_error_can_be_ignored():
    settings = {"per-file-ignores": {"tests/*.py": ["FX101"]}}
    assert lint_text("vcr record_mode", path=NAME, settings=settings) == []


@pytest.mark.parametrize("family", ["github-ghp", "huggingface"])
def test_no_message_repeats_a_secret(project, lint, family):
    from random import Random

    from fixture_lint.detectors.samples import sample

    secret = sample(family, Random(7))
    source = f"f({secret}=1)\nvcr.VCR(a='{secret}', record_mode='all')\n"
    broken = source.replace("f(", "f((")
    for text in (source, broken, f"# coding: {secret}\n{ONE}"):
        (project / "test_a.py").write_text(text)
        for form in ("text", "json", "github", "sarif", "markdown"):
            assert secret[8:20] not in lint("--output-format", form, "test_a.py").out
        assert secret[8:20] not in lint("--diff", "--unsafe-fixes", "test_a.py").out


# Which files, and which rules.


def test_only_rules_of_test_code_look_at_it():
    source = "a = 1\r\nemail = 'jane.doe@contoso.com'; record_mode = 'x'  # vcr\r\n\n\n"
    assert lint_text(source, path=NAME) == []
    assert fixed(source) == source
    broken = "print 'jane.doe@contoso.com'  # vcr record_mode\n"
    assert [finding.code for finding in lint_text(broken, path=NAME)] == ["FX101"]


def test_folders_are_not_walked_for_test_code(project, lint):
    (project / "fixtures").mkdir()
    (project / "fixtures" / "test_a.py").write_text(ONE)
    assert lint("fixtures").code == 4
    assert lint().code == 4
    assert lint("fixtures/test_a.py").code == 1


def test_test_code_counts_as_checked(project, lint):
    (project / "test_a.py").write_text("x = 1\n")
    (project / "test_b.py").write_text("import vcr\nvcr.VCR(record_mode='none')\n")
    result = lint("test_a.py", "test_b.py")
    assert result.code == 0
    assert "2 files checked, 0 of unknown kind" in result.out


def test_rules_can_be_ignored_for_test_code(project, lint):
    (project / "test_a.py").write_text(ONE)
    assert lint("--ignore", "FX901", "test_a.py").code == 0
    (project / "fixture-lint.toml").write_text('[per-file-ignores]\n"test_*.py" = ["FX901"]\n')
    assert lint("test_a.py").code == 0


def test_standard_input_may_be_test_code():
    command = [sys.executable, "-m", "fixture_lint", "--fix", "--unsafe-fixes"]
    command += ["--stdin-filename", "test_a.py", "-"]
    result = subprocess.run(command, input=ONE.encode(), capture_output=True, check=False)
    assert result.stdout == ONE.replace('"all"', '"none"').encode()


def test_code_without_vcr_costs_no_parser(tmp_path):
    file = tmp_path / "test_a.py"
    file.write_text("x = 1\n" * 1000)
    probe = "import sys; from fixture_lint.cli.main import main; main([sys.argv[1]]); "
    probe += "print([m for m in sys.modules if m in ('libcst', 'fixture_lint.documents.python')])"
    command = [sys.executable, "-c", probe, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("[]\n")
    file.write_text("import vcr\nvcr.VCR(record_mode='none')\n")
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("['fixture_lint.documents.python']\n")


@pytest.mark.big
def test_a_long_file_is_read_in_half_a_second():
    test = 'def test_%d(client):\n    """Adds {"role": "user"}."""\n'
    test += "    answer = client.ask([{'role': 'user', 'content': 'x%d'}], limit=(1 + 2) * 3)\n"
    test += "    assert [part for part in answer.parts if part.kind == 'text'] == ['y']\n\n"
    source = ONE + "".join(test % (n, n) for n in range(1000))
    assert lint_text(ONE, path=NAME)  # What is imported once does not count.
    start = time.process_time()
    findings = lint_bytes(source.encode(), NAME, make_run()).findings
    assert time.process_time() - start < 0.5 * 4  # A busy machine is slower.
    assert len(findings) == 1


def test_deep_expressions_raise_nothing():
    for depth in (200, 900, 2000, 5000):
        deep = "'all' if a else (" * 50 + "'all'" + ")" * 50 + " or 'all'" * depth
        found = {f.code for f in lint_text(f"vcr.VCR(record_mode={deep})\n", path=NAME)}
        assert found <= {"FX901", "FX101"}
        chain = "vcr.VCR(record_mode=" + "a if b else " * depth + "'all')\n"
        assert {f.code for f in lint_text(chain, path=NAME)} <= {"FX901", "FX101"}


# The second reading.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f(mode='all', x=1)", "f(mode='none', x=2)"),
        ("f(mode='all', x=1)", "f(mode='none')"),
        ("f(mode='all')", "f(mode=none)"),
        ("f(mode='all')", "f(mode='none', y=1)"),
        ("f(mode='all')", "f(mode='none'"),
        ("f(mode='all')", "f(mode=b'none')"),
        ("f(mode=m.ALL)", "f(mode=n.NONE)"),
        ("f(mode=m.ALL)", "f(mode='none')"),
        ("f(mode=ALL)", "f(mode=NONE)"),
        ("f(mode='all')\ng('x')", "f(mode='none')\ng('y')"),
    ],
)
def test_the_second_reading_refuses_anything_else(old, new):
    place = next(place for place in ("'all'", "m.ALL", "ALL") if place in old)
    start = old.index(place)
    edit = Edit(start, start + len(place), "'none'")
    with pytest.raises(Unconfirmed):
        confirm_edits(old, new, [edit])


def test_the_second_reading_confirms_the_edit():
    old = textwrap.dedent(AROUND["wide"])
    start = old.index("'all'")
    edit = Edit(start, start + 5, "'none'")
    confirm_edits(old, old.replace("'all'", "'none'"), [edit])
