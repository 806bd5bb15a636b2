// The element in JSX of React. Compiled, never run.

import "bestmove/react";
import { createRef } from "react";
import type { BestmoveBoard } from "bestmove/board";

const ref = createRef<BestmoveBoard>();

export const boards = [
  <bestmove-board key="1" ref={ref} className="board" game="checkers" moves={["11-15"]} time-ms={500} flipped={false} />,
  <bestmove-board key="2" game="reversi" engine="local" fetch={fetch} onmove={({ detail }) => detail.by} />,
  // @ts-expect-error: unknown game
  <bestmove-board key="3" game="chess" />,
  // @ts-expect-error: unknown engine
  <bestmove-board key="4" game="checkers" engine="remote" />,
  // @ts-expect-error: the detail has no such field
  <bestmove-board key="5" game="checkers" ongameover={({ detail }) => detail.score} />,
  // @ts-expect-error: unknown attribute
  <bestmove-board key="6" gmae="checkers" />,
];

ref.current?.restart();
