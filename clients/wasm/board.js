// <bestmove-board> of the package `bestmove`, which plays in a worker where it has engine="local".

import { BestmoveBoard } from "bestmove/board";

export * from "bestmove/board";

BestmoveBoard.useLocalEngine(async () => {
  const { localFetch } = await import("./src/local.js");
  return localFetch();
});
