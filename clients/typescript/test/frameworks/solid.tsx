// The element in JSX of Solid. Compiled, never run.

import "bestmove/solid";
import type { BestmoveBoard } from "bestmove/board";

let board: BestmoveBoard | undefined;

export const boards = [
  <bestmove-board ref={board} class="board" game="checkers" moves="11-15" level={3} scores engine="local" />,
  <bestmove-board game="reversi" fetch={fetch} on:move={({ detail }) => detail.by} />,
  // @ts-expect-error: unknown game
  <bestmove-board game="chess" />,
  // @ts-expect-error: the detail has no such field
  <bestmove-board game="checkers" on:gameover={({ detail }) => detail.score} />,
];
