// The analysis of the position on the board, as long as something shows it.

import { Latest } from "./latest.js";
import { analyse, analysisAt } from "./service.js";

export class LiveAnalysis {
  problem;
  /** What is analysed: the place and the time. */
  #followed;
  #running = new Latest();
  #onchange;

  /** @param {() => void} onchange is called after each iteration. */
  constructor(onchange) {
    this.#onchange = onchange;
  }

  /** Analyses that place; undefined: none. A search of the same place goes on. */
  async follow(place, timeMs) {
    const followed = JSON.stringify([place, timeMs]);
    if (followed === this.#followed) return;
    this.#followed = followed;
    this.problem = undefined;
    this.#running.abort();
    if (!place || isEnough(analysisAt(place), timeMs)) return;
    const problem = await this.#running.run(async (signal) => {
      for await (const _ of analyse(place, timeMs, signal)) this.#onchange();
    });
    if (!problem) return;
    this.problem = problem;
    this.#followed = undefined;
    this.#onchange();
  }
}

/** Whether a search of that time would find nothing more. */
const isEnough = (analysis, timeMs) =>
  analysis?.isWhole && (analysis.stopped_by !== "time" || analysis.timeMs >= timeMs);
