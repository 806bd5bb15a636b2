#!/usr/bin/env bash
# Installs what the checks of the package need, builds it, and runs all of them. The tests need Chromium and
# the service: the binary BESTMOVE_BIN, or the debug build of the repository.
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'clients/wasm: %s\n' "$*" >&2; exit 1; }

for tool in cargo node npm chromium; do
  command -v "$tool" >/dev/null || fail "$tool is missing"
done
(($(node --print 'process.versions.node.split(".")[0]') >= 18)) || fail "expected node 18 or later, got $(node --version)"
bestmove=${BESTMOVE_BIN:-../../target/debug/bestmove}
[[ -x $bestmove ]] || fail "expected the service at $bestmove, got none: run cargo build"

npm install --no-package-lock --no-audit --no-fund --loglevel error
./build || fail 'build failed'
for check in check size test; do
  timeout 900 npm run --silent "$check" || fail "$check failed"
done
