// <bestmove-board> in components, for Svelte 5: import "bestmove/svelte".

import type { HTMLAttributes } from "svelte/elements";
import type { BestmoveBoard } from "../board.js";
import type { BestmoveBoardHandlers, BestmoveBoardProperties } from "../board/element.js";

export * from "../board.js";

export interface BestmoveBoardProps
  extends HTMLAttributes<BestmoveBoard>, BestmoveBoardProperties, BestmoveBoardHandlers<"on"> {}

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "bestmove-board": BestmoveBoardProps;
  }
}
