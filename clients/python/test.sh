#!/usr/bin/env bash
# Tests the package in a virtual environment: format, lint, types, and behaviour against the binary
# BESTMOVE_BIN, by default the debug build of the checkout. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"

# The copies that the wheel and the source distribution contain.
for licence in LICENSE-APACHE LICENSE-MIT; do
  cmp "$licence" "../../$licence"
done

# A virtual environment breaks when the system's Python is upgraded.
.venv/bin/python -m pip --version >/dev/null 2>&1 || python3 -m venv --clear .venv
pip=(.venv/bin/python -m pip --quiet --disable-pip-version-check)
"${pip[@]}" install --no-deps -r requirements.txt
"${pip[@]}" install --no-deps --no-build-isolation --force-reinstall .

.venv/bin/python -m ruff format --check
.venv/bin/python -m ruff check
.venv/bin/python -m mypy
.venv/bin/python -m pytest "$@"
