// Two bots of different levels play a game: node bot.mjs [GAME [LEVEL [LEVEL]]]
// BESTMOVE_URL is the service, by default http://127.0.0.1:8080.

import { BestmoveProblem, bestMove, connect, legalMoves } from "bestmove";

const [game = "connect-four", ...levels] = process.argv.slice(2);
const [first = 10, second = 3] = levels.map(levelOf);
const service = connect({ url: process.env.BESTMOVE_URL ?? "http://127.0.0.1:8080" });

/** The level of an argument. */
function levelOf(text) {
  if (/^([1-9]|10)$/.test(text)) return Number(text);
  console.error(`level: expected a number from 1 to 10, got "${text}"`);
  process.exit(1);
}

/** Plays a game, and returns its moves and outcome. */
async function play() {
  const moves = [];
  for (;;) {
    const { outcome } = await legalMoves(service, game, { moves });
    if (outcome) return { moves, outcome };
    const level = moves.length % 2 === 0 ? first : second;
    const { best_move } = await bestMove(service, game, { moves, level, time_ms: 200 });
    moves.push(best_move);
  }
}

try {
  const { moves, outcome } = await play();
  console.log(moves.join(" "));
  console.log(outcome.winner ? `${outcome.winner} wins` : "a draw", `by ${outcome.reason}`);
} catch (error) {
  if (!(error instanceof BestmoveProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
