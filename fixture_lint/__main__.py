"""``python -m fixture_lint``."""

from fixture_lint.cli.main import run

run()
