// The opponent's threat: the reply that costs the side to move most, over all of its moves.

/** The reply in the lines of an analysis that punishes the moves it answers, by the expected points
 *  that these lose against the best move, and one of the moves it answers; undefined if no move loses
 *  any. */
export function findThreat({ lines }) {
  const losses = new Map();
  for (const { move, score, principal_variation: [, reply] } of lines) {
    const lost = lines[0].score.expected_points - score.expected_points;
    if (reply === undefined || lost <= 0) continue;
    const { total = 0 } = losses.get(reply) ?? {};
    losses.set(reply, { total: total + lost, after: move, reply });
  }
  return [...losses.values()].sort((one, other) => other.total - one.total)[0];
}
