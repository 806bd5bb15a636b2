// A React hook for the best move of a position, and a game that uses it.

import { useEffect, useState } from "react";
import { bestMove, type BestMove, type BestmoveProblem, type GameId, type Service } from "bestmove";

/** What `bestMove` takes. */
export type Body = Parameters<typeof bestMove>[2];

/** The answer to a request, or the problem of a refused one; neither while the service thinks. */
export interface Advice {
  answer?: BestMove;
  problem?: BestmoveProblem;
}

/**
 * Asks for the best move. A change of the request, or leaving the component, cancels the search.
 *
 *     const { answer, problem } = useBestMove(service, "checkers", { moves, level: 3 });
 */
export function useBestMove(service: Service, game: GameId, body: Body): Advice {
  const [advice, setAdvice] = useState<Advice>({});
  const request = JSON.stringify(body);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAdvice({});
    bestMove(service, game, JSON.parse(request), { signal }).then(
      (answer) => signal.aborted || setAdvice({ answer }),
      (problem) => signal.aborted || setAdvice({ problem }),
    );
    return () => controller.abort();
  }, [service, game, request]);
  return advice;
}

/** Tic-tac-toe for two, with advice. */
export function TicTacToe({ service }: { service: Service }) {
  const [moves, setMoves] = useState<string[]>([]);
  const { answer, problem } = useBestMove(service, "tic-tac-toe", { moves });
  const owner = (cell: string) => ["X", "O"][moves.indexOf(cell) % 2];
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
      <p role="status">{problem ? problem.message : answer ? advise(answer) : "…"}</p>
    </main>
  );
}

function advise({ best_move, to_move, score, outcome }: BestMove): string {
  if (outcome) return outcome.winner ? `${outcome.winner} has won` : "a draw";
  return `${to_move}: play ${best_move} (${score.kind})`;
}
