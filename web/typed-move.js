// The field in which a move can be typed.

import { findMoves } from "/board/typed-moves.js";
import { word } from "./words.js";

export class TypedMove {
  #session;
  #input;
  #problem;
  /** The node at which a typed move was refused. */
  #refusedAt;

  /** @param {(move: object) => void} play is given the move that was typed. */
  constructor(session, { form, input, problem }, play) {
    this.#session = session;
    this.#input = input;
    this.#problem = problem;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(play);
    });
  }

  /** Removes what was said about a typed move, once there is another position. */
  update() {
    if (this.#refusedAt !== this.#session.node) this.#problem.textContent = "";
  }

  #submit(play) {
    const { phase, position, node } = this.#session;
    const legal = phase === "yours" ? position.moves : [];
    const { value } = this.#input;
    const moves = findMoves(value, legal);
    if (moves.length === 1) {
      this.#input.value = "";
      play(moves[0]);
      return;
    }
    const names = (moves.length > 0 ? moves : legal).map(({ notation }) => notation).join(", ");
    this.#problem.textContent = moves.length > 0 ? word("ambiguous", value, names)
      : legal.length > 0 ? word("not_legal", value, names) : word("not_your_turn");
    this.#refusedAt = node;
  }
}
