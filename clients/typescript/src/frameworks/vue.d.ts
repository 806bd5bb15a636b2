// <bestmove-board> in templates and JSX, for Vue 3: import "bestmove/vue".

import type { HTMLAttributes, PublicProps } from "vue";
import type { BestmoveBoard } from "../board.js";
import type { BestmoveBoardEventMap, BestmoveBoardHandlers, BestmoveBoardProperties } from "../board/element.js";

export * from "../board.js";

/** Listeners as `@move` sets them. */
type Listeners = {
  [Handler in keyof BestmoveBoardHandlers<"">as `on${Capitalize<Handler>}`]?: BestmoveBoardHandlers<"">[Handler];
};

export interface BestmoveBoardProps extends HTMLAttributes, BestmoveBoardProperties, Listeners {}

declare module "vue" {
  interface GlobalComponents {
    "bestmove-board": new () => BestmoveBoard & {
      /** @deprecated Only the compiler of templates uses it. */
      $props: BestmoveBoardProps & PublicProps;
      /** @deprecated Only the compiler of templates uses it. */
      $emit: <Type extends keyof BestmoveBoardEventMap>(type: Type, event: BestmoveBoardEventMap[Type]) => void;
    };
  }
}
