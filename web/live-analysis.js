// The analysis of the position on the board, as long as something shows it.

import { BestmoveProblem, analyse, analysisAt } from "./service.js";

export class LiveAnalysis {
  problem;
  #place;
  #timeMs;
  #running = new AbortController();
  #onchange;

  /** @param {() => void} onchange is called after each iteration. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** Analyses that place; undefined: none. A search of the same place goes on. */
  async follow(place, timeMs) {
    const isSame = JSON.stringify(place) === JSON.stringify(this.#place) && timeMs === this.#timeMs;
    if (isSame) return;
    this.stop();
    if (!place || analysisAt(place)?.isWhole) return;
    this.#place = place;
    this.#timeMs = timeMs;
    const { signal } = this.#running;
    try {
      for await (const _ of analyse(place, timeMs, signal)) this.#onchange();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof BestmoveProblem)) throw error;
      this.problem = error;
      this.#onchange();
    }
  }

  stop() {
    this.#running.abort();
    this.#running = new AbortController();
    this.#place = undefined;
    this.problem = undefined;
  }
}
