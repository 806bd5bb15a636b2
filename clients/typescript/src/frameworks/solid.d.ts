// <bestmove-board> in JSX, for Solid 1: import "bestmove/solid".

import type { JSX } from "solid-js";
import type { BestmoveBoard } from "../board.js";
import type { BestmoveBoardHandlers, BestmoveBoardProperties } from "../board/element.js";

export * from "../board.js";

export interface BestmoveBoardProps
  extends JSX.HTMLAttributes<BestmoveBoard>, BestmoveBoardProperties, BestmoveBoardHandlers<"on:"> {}

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "bestmove-board": BestmoveBoardProps;
    }
  }
}
