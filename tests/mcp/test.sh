#!/usr/bin/env bash
# Lists and calls the tools at /mcp by the official inspector. The service is the binary BESTMOVE_BIN, by
# default the debug build of the repository.
set -euo pipefail
cd "$(dirname "$0")"
(($(node --print 'process.versions.node.split(".")[0]') >= 20)) ||
  { echo "tests/mcp: skipped: the inspector needs node 20 or later, got $(node --version)" >&2; exit 0; }
npm install --no-package-lock --no-audit --no-fund --loglevel error
npm run --silent test
