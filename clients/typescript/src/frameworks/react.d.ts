// <bestmove-board> in JSX, for React 19: import "bestmove/react".

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { BestmoveBoard } from "../board.js";
import type { BestmoveBoardHandlers, BestmoveBoardProperties } from "../board/element.js";

export * from "../board.js";

export interface BestmoveBoardProps
  extends HTMLAttributes<BestmoveBoard>, BestmoveBoardProperties, BestmoveBoardHandlers<"on"> {}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "bestmove-board": DetailedHTMLProps<BestmoveBoardProps, BestmoveBoard>;
    }
  }
}
