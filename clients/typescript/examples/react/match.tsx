// The board in React 19. The import defines the element and types it in JSX; on a server it does nothing.

import "bestmove/react";
import { useState } from "react";

/** Connect-four against the engine. */
export function Match({ service, level = 3 }: { service?: string; level?: number }) {
  const [moves, setMoves] = useState<string[]>([]);
  const [winner, setWinner] = useState<string | null>();
  return (
    <>
      <bestmove-board
        game="connect-four"
        level={level}
        service={service}
        scores
        onmove={({ detail }) => setMoves(detail.moves)}
        ongameover={({ detail }) => setWinner(detail.outcome.winner)}
      />
      <p role="status">{winner === undefined ? moves.join(" ") : `${winner ?? "Nobody"} has won`}</p>
    </>
  );
}
