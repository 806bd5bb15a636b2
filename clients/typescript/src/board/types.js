// Types of the board element: the parts of the service's answers that it reads, and the view that it shows.

/**
 * @typedef {Record<string, number>} Coordinates of a cell: `{cell}`, `{column, row}` or `{square}`
 *
 * @typedef {{x: number, y: number, label: string} & Record<string, any>} Cell
 *   x and y from 1 at the top left; every other field is a coordinate
 *
 * @typedef {{owner: string, kind: string} & Record<string, any>} Piece with the coordinates of its cell
 *
 * @typedef {object} Game an entry of `GET /v1/games`
 * @property {string} id
 * @property {string} title
 * @property {{columns: number, rows: number, cells: Cell[], pieces: {owner: string, kind: string}[]}} board
 * @property {string[]} sides in the order of play
 * @property {{board: string, sides: string[], winning_line?: string, estimate: {size: number, name: string}}} display
 *
 * @typedef {{notation: string, path?: number[], captured?: number[], flipped?: number[]} & Record<string, any>} Move
 *   a legal move: either the path of a piece, or the coordinates of a cell, or neither (such as a pass)
 *
 * @typedef {{winner: string | null, reason: string, line?: Record<string, any>[]}} Outcome
 *
 * @typedef {object} Position the answer of legal-moves
 * @property {string} to_move
 * @property {Piece[]} pieces
 * @property {Move[]} moves
 * @property {Outcome | null} outcome
 *
 * @typedef {"win" | "good" | "draw" | "even" | "bad" | "loss"} ScoreKind
 * @typedef {{text: string, kind: ScoreKind, label: string}} Score text on the board, and a label that is spoken
 *
 * @typedef {"best" | "only_move" | "good" | "inaccuracy" | "mistake" | "blunder"} LabelKind
 *
 * @typedef {object} View the state that a board shows
 * @property {Piece[]} pieces
 * @property {Move[]} legal the moves that may be played now; empty: none
 * @property {Move[]} [moves] the legal moves that have scores, if they may not be played now; default: `legal`
 * @property {string} [toMove]
 * @property {Move} [last] the last move
 * @property {boolean} [isNew] the last move is new since the board was drawn, and is animated
 * @property {Record<string, any>[]} [line] the cells of the winning line
 * @property {Outcome | null} [outcome] is spoken
 * @property {string} [viewer] the side of the person, if they play one alone
 * @property {boolean} [flipped] the second side is at the bottom of a board on which pieces move
 * @property {{move: Move, step: "piece" | "move"}} [hint]
 * @property {Move} [threat]
 * @property {Map<string, Score>} [scores] by the notation of the move, the best first
 * @property {{kind: LabelKind, text: string}} [label] of the last move
 * @property {boolean} [editing] a click on a cell names it instead of playing a move
 */

export {};
