// The element as the components of Svelte see it. Compiled, never run.

import "bestmove/svelte";
import type { SvelteHTMLElements } from "svelte/elements";

type Props = SvelteHTMLElements["bestmove-board"];

export const boards: Props[] = [
  { class: "board", game: "checkers", moves: ["11-15"], "time-ms": 500, engine: "local" },
  { game: "reversi", fetch, onmove: ({ detail }) => detail.by },
  // @ts-expect-error: unknown game
  { game: "chess" },
  // @ts-expect-error: the detail has no such field
  { game: "checkers", ongameover: ({ detail }) => detail.score },
];
