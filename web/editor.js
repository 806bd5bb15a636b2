// The position editor: pieces are put on the board, or the notation is typed. The service checks both.

import { drawPiece } from "/board/pieces.js";
import { radioGroup } from "./controls.js";
import { button, fill, html } from "./dom.js";
import { describeProblem } from "./problem.js";
import { Latest, loadPosition, writePieces } from "./service.js";
import { nameOf, sideName, word } from "./words.js";

export class Editor {
  #card;
  #game;
  #done;
  #onchange;
  #pieces = [];
  /** The side to move, and whether the service asks for it: in some games it follows from the pieces. */
  #toMove;
  #isAsked = false;
  /** The piece that a click on a cell puts there; undefined: none, it empties the cell. */
  #chosen;
  /** The notation of the position, and why it is refused. */
  #text = "";
  #problem;
  #isChecked = true;
  #checking = new Latest();

  /** @param {() => void} onchange is called when the board has to be drawn again
   *  @param {(position?: string) => void} done is called with the position to use; undefined: none */
  constructor(card, onchange, done) {
    this.#card = card;
    this.#onchange = onchange;
    this.#done = done;
  }

  get isOpen() {
    return !this.#card.hidden;
  }

  get pieces() {
    return this.#pieces;
  }

  /** Opens the editor at a position. */
  open(game, { pieces, to_move: toMove }) {
    this.#game = game;
    this.#pieces = pieces;
    this.#toMove = toMove;
    this.#isAsked = false;
    [this.#chosen] = game.board.pieces;
    this.#card.hidden = false;
    this.#setPieces(pieces);
  }

  close() {
    this.#checking.abort();
    this.#card.hidden = true;
  }

  /** Puts the chosen piece on a cell, or empties it if the piece is there already. */
  put(cell) {
    const isAt = (piece) => Object.entries(cell).every(([name, value]) => piece[name] === value);
    const before = this.#pieces.find(isAt);
    const others = this.#pieces.filter((piece) => !isAt(piece));
    const isSame = before?.owner === this.#chosen?.owner && before?.kind === this.#chosen?.kind;
    const { owner, kind } = this.#chosen ?? {};
    this.#setPieces(isSame || !this.#chosen ? others : [...others, { ...cell, owner, kind }]);
  }

  render() {
    const palette = [...this.#game.board.pieces, undefined].map((piece) => this.#paletteButton(piece));
    const text = html("input", {
      id: "position",
      value: this.#text,
      autocomplete: "off",
      spellcheck: false,
      ariaInvalid: String(this.#problem !== undefined),
      "aria-describedby": "position-problem",
      "data-key": "position",
      oninput: () => this.#setText(text.value),
    });
    const use = { id: "use-position", className: "main", disabled: !this.#isChecked || this.#problem !== undefined };
    fill(this.#card,
      html("h2", {}, word("editor")),
      html("div", { className: "palette", role: "group", ariaLabel: word("pieces") }, ...palette),
      this.#sides(),
      html("label", { htmlFor: "position", className: "faint" }, word("position")),
      text,
      html("p", { id: "position-problem", className: "field-problem", role: "alert" }, this.#problem ? describeProblem(this.#problem).detail : ""),
      html("div", { className: "row" },
        button(word("use_position"), () => this.#done(this.#text), use),
        button(word("clear_board"), () => this.#setPieces([])),
        button(word("start_position"), () => this.#setText(this.#game.start)),
        button(word("cancel"), () => this.#done(undefined))));
  }

  #paletteButton(piece) {
    const isChosen = piece?.owner === this.#chosen?.owner && piece?.kind === this.#chosen?.kind;
    const label = piece ? `${sideName(piece.owner, this.#game)}: ${nameOf(piece.kind)}` : word("eraser");
    const onclick = () => {
      this.#chosen = piece;
      this.render();
    };
    return html("button", { type: "button", onclick, ariaLabel: label, title: label, ariaPressed: String(isChosen), "data-key": label },
      piece ? drawPiece(piece, this.#game.sides) : "✕");
  }

  #sides() {
    const options = this.#game.sides.map((side) => [side, sideName(side, this.#game)]);
    return radioGroup("to-move", word("side_to_move"), options, this.#toMove, (side) => {
      this.#toMove = side;
      this.#setPieces(this.#pieces, side);
    });
  }

  /** Sets the pieces up, and the side to move unless it follows from them. */
  #setPieces(pieces, toMove = this.#isAsked ? this.#toMove : undefined) {
    this.#pieces = pieces;
    this.#text = "";
    this.#onchange();
    return this.#check(async (signal) => {
      const { games: [{ position, to_move }] } = await this.#write(toMove, signal);
      signal.throwIfAborted();
      this.#text = position;
      this.#toMove = to_move;
    });
  }

  /** The position with the pieces. Where they leave no side to move, the person may name one. */
  async #write(toMove, signal) {
    try {
      return await writePieces(this.#game.id, this.#pieces, toMove, signal);
    } catch (error) {
      if (toMove) throw error;
      this.#isAsked = error.field === "to_move";
      if (this.#isAsked) return this.#write(this.#toMove ?? this.#game.sides[0], signal);
      this.#toMove = undefined;
      throw error;
    }
  }

  #setText(text) {
    this.#text = text;
    return this.#check(async (signal) => {
      const { pieces, to_move } = await loadPosition({ game: this.#game.id, start: text, moves: [] }, signal);
      signal.throwIfAborted();
      this.#pieces = pieces;
      this.#toMove = to_move;
      this.#onchange();
    });
  }

  /** Asks the service, and shows its refusal at the field. */
  async #check(ask) {
    this.#isChecked = false;
    this.render();
    let isDone = false;
    const problem = await this.#checking.run(async (signal) => {
      await ask(signal);
      isDone = true;
    });
    if (!isDone && !problem) return;
    this.#problem = problem;
    this.#isChecked = true;
    this.render();
  }
}
