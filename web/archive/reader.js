// The games in a text, of whichever game of the service it is.

import { Node } from "../game-tree.js";
import { BestmoveProblem, readGames } from "../service.js";

/**
 * Yields the records of a text, each with its game of the service. The text is one of `games`, the first on the board:
 * of the first that reads a record to its end or, where none does, of the one on the board if it reads a move, or else
 * of the one that reads most. Throws the problem of the one on the board if none reads a move.
 */
export async function* recordsIn(games, text, signal) {
  const attempts = [];
  for (const game of games) {
    const attempt = { game, records: [], isWhole: false };
    attempts.push(attempt);
    yield* recordsAs(attempt, text, signal, game === games[0]);
    if (attempt.isWhole) return;
  }
  const [own] = attempts;
  const best = pliesOf(own) > 0 ? own : attempts.reduce((one, other) => (pliesOf(other) > pliesOf(one) ? other : one));
  if (best === own ? pliesOf(own) === 0 : pliesOf(best) < LEAST_PLIES) throw own.problem ?? new BestmoveProblem(own.records[0].problem);
  yield* best.records.map((record) => [best.game, record]);
}

/** The least moves by which a text is that of another game: the numbers in one of a game that is not here are none. */
const LEAST_PLIES = 4;

/** Yields the records of a text of one game as soon as one of them is whole; until then they stay in the attempt. */
async function* recordsAs(attempt, text, signal, isOwn) {
  const { game, records } = attempt;
  try {
    for await (const { texts, ...record } of readGames(game.id, text, signal)) {
      records.push(record);
      attempt.isWhole ||= !record.problem;
      if (attempt.isWhole) yield* records.splice(0).map((read) => [game, read]);
    }
  } catch (problem) {
    if (attempt.isWhole || !isRefusal(problem, isOwn)) throw problem;
    attempt.problem = problem;
  }
}

/** Whether a text is none of a game; without a network, games other than the one on the board may be out of reach. */
function isRefusal(problem, isOwn) {
  return problem instanceof BestmoveProblem && (problem.type === "/problems/invalid-field" || (!isOwn && problem.status === 0));
}

/** The most plies of a record. */
const pliesOf = ({ records }) => Math.max(0, ...records.map(({ moves }) => moves.length));

/** Tags that follow from the game. */
const OWN_TAGS = ["fen", "setup", "gametype"];

/** The place at the end of a record, with its tags and comments. */
export function placeOf(game, { start, moves, comments, tags }) {
  const root = new Node();
  const node = root.playAll(moves);
  const nodes = [root, ...node.line];
  for (const { ply, text } of comments) {
    const commented = nodes[ply];
    commented.comment = [commented.comment, text].filter(Boolean).join(" ");
  }
  return { start: start === game.start ? undefined : start, node, tags: tags.filter(({ name }) => !OWN_TAGS.includes(name.toLowerCase())) };
}
