#!/bin/sh
# For any other CI: fails on findings, and also if nothing was checked (exit code 4), because a
# wrong path or an empty checkout must not look like success.
set -eu
python3 -m venv "${TMPDIR:-/tmp}/fixture-lint"
"${TMPDIR:-/tmp}/fixture-lint/bin/pip" install --quiet "${FIXTURE_LINT:-fixture-lint==0.1.0}"
"${TMPDIR:-/tmp}/fixture-lint/bin/fixture-lint" "$@"
