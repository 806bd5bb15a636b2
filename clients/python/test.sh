#!/usr/bin/env bash
# Tests the package in a virtual environment, with its engine and without: format, lint, types, and behaviour against
# the binary BESTMOVE_BIN, by default the debug build of the checkout. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'clients/python: %s\n' "$*" >&2; exit 1; }

# The copies that the wheels contain.
for licence in LICENSE-APACHE LICENSE-MIT; do
  cmp "$licence" "../../$licence"
done

# A virtual environment breaks when the system's Python is upgraded.
.venv/bin/python -m pip --version >/dev/null 2>&1 || python3 -m venv --clear .venv
pip=(.venv/bin/python -m pip --quiet --disable-pip-version-check)
"${pip[@]}" install --no-deps -r requirements.txt

target=${CARGO_TARGET_DIR:-$(realpath ../..)/target}/python
wheels=$target/wheels
rm -rf "$wheels"
CARGO_TARGET_DIR=$target .venv/bin/maturin build --quiet --profile test-wheel --out "$wheels"
"${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$wheels" ./without-engine
engine=$(echo "$wheels"/bestmove-*-abi3-*.whl)
size=$(stat --format %s "$engine")
((size <= 20000000)) || fail "expected a wheel of at most 20 MB, got $size bytes"
"${pip[@]}" install --no-deps --force-reinstall "$engine"

.venv/bin/python -m ruff format --check
.venv/bin/python -m ruff check
.venv/bin/python -m mypy
BESTMOVE_CLIENT_WHEEL=$(echo "$wheels"/bestmove-*-none-any.whl) .venv/bin/python -m pytest "$@"
