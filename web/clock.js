// A chess clock: the time left to each side, with an increment after each move.

/** The time controls by name: the minutes of each side, and the seconds added after each move. */
export const TIME_CONTROLS = {
  off: undefined,
  "1+0": { minutes: 1, increment: 0 },
  "3+2": { minutes: 3, increment: 2 },
  "10+5": { minutes: 10, increment: 5 },
};

export class Clock {
  /** The index of the side whose time runs; undefined while the clock stands. */
  #running;
  #startedAt = 0;
  #left = [Infinity, Infinity];
  #increment = 0;
  #timer;
  #onflag;

  /** @param {(side: number) => void} onflag is called when a side has no time left. */
  constructor(onflag) {
    this.#onflag = onflag;
  }

  get isOn() {
    return this.#left[0] < Infinity;
  }

  /** Sets the clock to a time control and stops it. */
  reset(name) {
    this.stop();
    const control = TIME_CONTROLS[name];
    const left = control ? control.minutes * 60_000 : Infinity;
    this.#left = [left, left];
    this.#increment = control ? control.increment * 1000 : 0;
  }

  /** The milliseconds left to a side. */
  left(side) {
    const used = side === this.#running ? performance.now() - this.#startedAt : 0;
    return Math.max(this.#left[side] - used, 0);
  }

  /** Lets the time of `side` run. `hasMoved`: the other side has made a move, and gets its increment. */
  start(side, hasMoved) {
    if (!this.isOn || side === this.#running) return;
    this.stop();
    if (hasMoved) this.#left[1 - side] += this.#increment;
    this.#running = side;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#flag(side), this.#left[side]);
  }

  stop() {
    clearTimeout(this.#timer);
    if (this.#running !== undefined) this.#left[this.#running] = this.left(this.#running);
    this.#running = undefined;
  }

  #flag(side) {
    this.stop();
    this.#left[side] = 0;
    this.#onflag(side);
  }
}
