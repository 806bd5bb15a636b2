// Work of which only the latest matters.

import { BestmoveProblem } from "./service.js";

export class Latest {
  #running = new AbortController();

  /** Aborts the work before, and does `work` with a signal of its own. Returns the problem of a refused
   *  request; undefined if there is none, or if the work was aborted. */
  async run(work) {
    this.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    try {
      await work(signal);
      return undefined;
    } catch (error) {
      if (signal.aborted || error.name === "AbortError") return undefined;
      if (!(error instanceof BestmoveProblem)) throw error;
      return error;
    }
  }

  abort() {
    this.#running.abort();
  }
}
