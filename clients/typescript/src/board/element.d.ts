// The types of the element <bestmove-board> in a document, and of its events.

import type { BestmoveBoard } from "../board.js";
import type { Analysis, BestmoveProblem, GameId, LegalMove, Outcome } from "../client.js";

/** The attributes of `<bestmove-board>` besides those of every element. */
export interface BestmoveBoardAttributes {
  game?: GameId | undefined;
  position?: string | undefined;
  /** The moves played so far, separated by commas or spaces where they are a string. */
  moves?: string | readonly string[] | undefined;
  /** The side of the person: the name of a side, `both` or `none`. */
  side?: string | undefined;
  /** 1 to 10. */
  level?: number | string | undefined;
  seed?: number | string | undefined;
  "time-ms"?: number | string | undefined;
  flipped?: boolean | undefined;
  scores?: boolean | undefined;
  /** The URL of the service. */
  service?: string | undefined;
  /** Plays in a web worker, without a service. */
  engine?: "local" | undefined;
}

/** What frameworks can set: the attributes, and properties that are none. */
export interface BestmoveBoardProperties extends BestmoveBoardAttributes {
  /** A function like `fetch`, which answers in place of the service. */
  fetch?: typeof fetch | undefined;
}

/** Listeners by the names that frameworks give them, such as `onmove` with the prefix `on`. */
export type BestmoveBoardHandlers<Prefix extends string> = {
  [Type in keyof BestmoveBoardEventMap as `${Prefix}${Type}`]?:
    | ((event: BestmoveBoardEventMap[Type]) => unknown)
    | undefined;
};

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
    // The attributes as properties, which read as texts.
    game: GameId | "";
    position: string;
    side: string;
    level: number | string;
    seed: number | string;
    timeMs: number | string;
    service: string;
    engine: "local" | "";
    flipped: boolean;
    scores: boolean;

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
