// The types of the element <bestmove-board> in a document, and of its events.

import type { BestmoveBoard } from "../board.js";
import type { Analysis, BestmoveProblem, LegalMove, Outcome } from "../client.js";

/** The events of `<bestmove-board>`, by their names. */
export interface BestmoveBoardEventMap {
  /** A move of the match; `moves` are those so far. */
  move: CustomEvent<{ move: LegalMove; by: "person" | "engine"; moves: string[] }>;
  /** The analysis of the position, with the attribute `scores`. */
  analysis: CustomEvent<{ analysis: Analysis }>;
  gameover: CustomEvent<{ outcome: Outcome }>;
  /** A `RangeError` names an attribute without a meaning. */
  problem: CustomEvent<{ problem: BestmoveProblem | RangeError }>;
  /** A piece that cannot move was chosen; `text` says why. */
  refused: CustomEvent<{ text: string }>;
}

declare module "../board.js" {
  interface BestmoveBoard {
    addEventListener<K extends keyof BestmoveBoardEventMap>(
      type: K,
      listener: (this: BestmoveBoard, event: BestmoveBoardEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener<K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ): void;
    removeEventListener<K extends keyof BestmoveBoardEventMap>(
      type: K,
      listener: (this: BestmoveBoard, event: BestmoveBoardEventMap[K]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener<K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (this: HTMLElement, event: HTMLElementEventMap[K]) => unknown,
      options?: boolean | EventListenerOptions,
    ): void;
    removeEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | EventListenerOptions,
    ): void;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "bestmove-board": BestmoveBoard;
  }
}
