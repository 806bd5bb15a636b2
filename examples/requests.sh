#!/usr/bin/env bash
# The service with curl. BESTMOVE_URL is the service, by default http://127.0.0.1:8080.
set -euo pipefail
url=${BESTMOVE_URL:-http://127.0.0.1:8080}

post() {
  curl --silent --show-error --fail-with-body "$url/v1/$1" --json "$2"
  echo
}

# The best move, and the line to the end of the game.
post connect-four/best-move '{"position": "4455"}'

# An opponent of level 3. Equal seeds get equal moves.
post checkers/best-move '{"moves": ["11-15", "23-19"], "level": 3, "seed": 1}'

# The three best moves, each with its line and score.
post checkers/analysis '{"moves": ["11-15"], "lines": 3, "time_ms": 200}'

# The legal moves, and the pieces on the board.
post tic-tac-toe/legal-moves '{"position": "XX.OO...."}'

# An analysis as a stream, a JSON object a line: each finished iteration, then the final answer.
curl --silent --no-buffer "$url/v1/checkers/analysis" --json '{"time_ms": 300}' -H 'accept: application/x-ndjson'

# The moves of a game, labelled.
post connect-four/review '{"text": "4444435"}'

# A refusal says what was expected and what was received: expected status 422.
post checkers/best-move '{"moves": ["11-14"]}' || true
