// A React hook for the best move of a position, and a game that uses it.

import { useEffect, useState } from "react";
import { bestMove } from "bestmove";

/**
 * The answer to a request, or the problem of a refused one; neither while the service thinks. A change of the
 * request, or leaving the component, cancels the search.
 *
 *     const { answer, problem } = useBestMove(service, "checkers", { moves, level: 3 });
 */
export function useBestMove(service, game, body) {
  const [state, setState] = useState({});
  const request = JSON.stringify(body);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState({});
    bestMove(service, game, JSON.parse(request), { signal }).then(
      (answer) => signal.aborted || setState({ answer }),
      (problem) => signal.aborted || setState({ problem }),
    );
    return () => controller.abort();
  }, [service, game, request]);
  return state;
}

/** Tic-tac-toe for two, with advice. */
export function TicTacToe({ service }) {
  const [moves, setMoves] = useState([]);
  const { answer, problem } = useBestMove(service, "tic-tac-toe", { moves });
  const owner = (cell) => ["X", "O"][moves.indexOf(cell) % 2];
  const cells = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
  return (
    <main>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(3, 4rem)", gridAutoRows: "4rem" }}>
        {cells.map((cell) => (
          <button
            key={cell}
            aria-label={`cell ${cell}`}
            disabled={moves.includes(cell) || answer?.outcome != null}
            onClick={() => setMoves([...moves, cell])}
          >
            {owner(cell)}
          </button>
        ))}
      </div>
      <p role="status">{problem ? problem.message : answer ? advice(answer) : "…"}</p>
    </main>
  );
}

function advice({ best_move, to_move, score, outcome }) {
  if (outcome) return outcome.winner ? `${outcome.winner} has won` : "a draw";
  return `${to_move}: play ${best_move} (${score.kind})`;
}
