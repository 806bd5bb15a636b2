// The sentences of the live region, and the labels of the cells.

import { hasPaths } from "./geometry.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./words.js").Words} Words */

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** True for the move of a side that has no other. @param {import("./types.js").Move | undefined} move */
export const isPass = (move) => move?.notation === "pass";

/**
 * The display name of a side.
 * @param {string} side
 * @param {Game} game
 * @param {Words} words
 */
const sideName = (side, { sides, display }, words) => words.name(display.sides[sides.indexOf(side)] ?? side);

/**
 * The name of a piece: its side, and its kind if the side has several.
 * @param {{owner: string, kind: string}} piece
 * @param {Game} game
 * @param {Words} words
 */
function pieceName({ owner, kind }, game, words) {
  const side = sideName(owner, game, words);
  const kinds = game.board.pieces.filter((piece) => piece.owner === owner);
  return kinds.length > 1 ? words.piece(side, words.name(kind)) : side;
}

/**
 * The label of a cell: its coordinates, its piece, and what is marked.
 * @param {import("./types.js").Cell} cell
 * @param {object} contents
 * @param {import("./types.js").Piece} [contents.piece]
 * @param {Record<string, boolean>} contents.states
 * @param {string} [contents.label] of the last move, which ended here
 * @param {import("./types.js").Score} [contents.score]
 * @param {Game} game
 * @param {Words} words
 */
export function cellLabel(cell, { piece, states, label, score }, game, words) {
  const said = [
    capitalized(words.cell(cell)),
    piece ? pieceName(piece, game, words) : words.empty,
    choiceLabel(states, game, words),
    states.last && words.last,
    label,
    states.line && words.inLine,
    (states.hint || states.region) && words.hint,
    states.threat && words.threat,
    score && words.score(scoreLabel(score)),
  ];
  return said.filter(Boolean).join(", ");
}

/** The label of a score, with the text that is seen. @param {import("./types.js").Score} score */
const scoreLabel = ({ text, label }) => (label.includes(text) ? label : `${text}, ${label}`);

/**
 * The choices that a piece offers, on a board where pieces move.
 * @param {Record<string, boolean>} states
 * @param {Game} game
 * @param {Words} words
 */
function choiceLabel({ selected, target, movable }, { display }, words) {
  if (!hasPaths(display.board)) return undefined;
  if (selected) return words.selected;
  return target ? words.target : movable && words.movable;
}

/**
 * A move in words: its path, its cell, or else its notation.
 * @param {import("./types.js").Move} move
 * @param {string | undefined} place the label of its cell, if it has one
 * @param {Words} words
 */
function describeMove(move, place, words) {
  if (move.path) return words.path(move.path, move.captured?.length ?? 0);
  return place ?? words.name(move.notation);
}

/**
 * The last move, and the side to move or the outcome.
 * @param {View} view
 * @param {string | undefined} place the label of the cell of the last move
 * @param {Game} game
 * @param {Words} words
 */
export function announcement({ last, toMove, outcome, legal, pieces, viewer }, place, game, words) {
  const sentences = [];
  const mover = game.sides.find((side) => side !== toMove);
  if (last && mover) {
    const [name, text] = [sideName(mover, game, words), describeMove(last, place, words)];
    sentences.push(isPass(last) ? words.passes(name) : outcome || !toMove ? `${text}.` : words.played(name, text));
  }
  if (outcome) sentences.push(describeOutcome(outcome, game, words, pieces, viewer));
  else if (toMove) sentences.push((isPass(legal[0]) ? words.mustPass : words.toMove)(sideName(toMove, game, words)));
  return capitalized(sentences.join(" "));
}

/** A dash after which no line ends. */
const COUNT_DASH = "–\u2060";

/**
 * An outcome in a sentence.
 * @param {import("./types.js").Outcome} outcome
 * @param {Game} game
 * @param {Words} words
 * @param {import("./types.js").Piece[]} [pieces]
 * @param {string} [viewer] the side of the person to whom it is said, if they have one alone
 */
export function describeOutcome(outcome, game, words, pieces = [], viewer) {
  const { winner, reason } = outcome;
  const describe = (/** @type {string | undefined} */ result) => outcomeSentence(outcome, game, words, pieces, result);
  if (!viewer || !winner) return describe(undefined);
  if (winner === viewer) return describe(words.youWin);
  const isShort = countsPieces(game) ? reason !== "time" : reason === "no_moves";
  return isShort ? describe(words.youLose("")) : words.youLose(describe(undefined));
}

/**
 * An outcome in a sentence, with these words for who wins.
 * @param {import("./types.js").Outcome} outcome
 * @param {Game} game
 * @param {Words} words
 * @param {import("./types.js").Piece[]} pieces
 * @param {string | undefined} result
 */
function outcomeSentence({ winner, reason }, game, words, pieces, result) {
  const { display, sides } = game;
  result ??= winner ? words.wins(sideName(winner, game, words)) : words.draw;
  const isCounted = countsPieces(game) && reason !== "time";
  const loser = sides.find((side) => side !== winner);
  if (winner && loser && reason === "no_moves" && !isCounted) {
    const isLeft = pieces.length === 0 || piecesOf(loser, pieces) > 0;
    return `${result}: ${(isLeft ? words.hasNoMove : words.hasNoPieces)(sideName(loser, game, words))}.`;
  }
  const line = display.winning_line ?? "a line";
  const how = reason === "line" ? words.line(words.name(line)) : (words.reasons[reason] ?? reason.replaceAll("_", " "));
  const counts = game.sides.map((side) => piecesOf(side, pieces)).sort((one, other) => other - one);
  if (!isCounted) return words.result(result, how);
  const counted = `${result} ${counts.join(COUNT_DASH)}`;
  // The numbers say that the board is full.
  return reason === "board_full" ? `${counted}.` : words.result(counted, how);
}

/** True for games in which the side with more pieces wins. @param {Game} game */
export const countsPieces = ({ display }) => display.board === "ruled";

/** The number of pieces of a side. @param {string} side @param {import("./types.js").Piece[]} [pieces] */
export const piecesOf = (side, pieces = []) => pieces.filter(({ owner }) => owner === side).length;
