// The opponent's threat: the reply that costs the side to move most, over all of its moves.

/** The worth of a loss at once, below that of one in the far future: small beside expected points. */
const SOONER_LOSS = 0.01;

/** The reply in the lines of an analysis that punishes the moves it answers, by what these lose against
 *  the best move, and one of the moves it answers; undefined if no move loses anything. */
export function findThreat({ lines }) {
  const losses = new Map();
  for (const { move, score, principal_variation: [, reply] } of lines) {
    const lost = worth(lines[0].score) - worth(score);
    if (reply === undefined || lost <= 0) continue;
    const { total = 0 } = losses.get(reply) ?? {};
    losses.set(reply, { total: total + lost, after: move, reply });
  }
  return [...losses.values()].sort((one, other) => other.total - one.total)[0];
}

/** Expected points; a loss is the worse, the sooner it comes, so that lost positions have threats too. */
const worth = ({ kind, plies, expected_points: points }) =>
  (kind === "loss" && plies ? points - SOONER_LOSS / plies : points);
