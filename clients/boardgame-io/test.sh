#!/usr/bin/env bash
# Installs what the checks need, and runs all of them. BESTMOVE_BIN names the binary of the service
# (by default target/debug/bestmove); ALL_GAMES=1 plays 100 games of each match instead of six.
set -euo pipefail
cd "$(dirname "$0")"

npm ci --silent --no-audit --no-fund
npx tsc -p .
npm run --silent build
npx publint --strict
# Without the messages for developers of boardgame.io.
NODE_ENV=production node --test --test-timeout=900000 --test-force-exit test/*.test.js
