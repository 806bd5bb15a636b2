// The words of the board, in English and German. Names that a table lacks are shown as the service gives them.

/** The moves of the side that ends a game after so many plies, as in "mate in 3". @param {number} plies */
export const movesOf = (plies) => Math.ceil(plies / 2);
/** @param {number} plies */
export const moves = (plies) => (movesOf(plies) === 1 ? "1 move" : `${movesOf(plies)} moves`);
/** In German, after "in". @param {number} plies */
export const inMoves = (plies) => (movesOf(plies) === 1 ? "1 Zug" : `${movesOf(plies)} Zügen`);

const en = {
  board: "Board",
  empty: "empty",
  /** @param {{label: string}} cell */
  cell: ({ label }) => label,
  /** @param {string} name */
  name: (name) => name,
  /** @param {string} side @param {string} kind */
  piece: (side, kind) => `${side} ${kind}`,
  movable: "can move",
  selected: "selected",
  target: "can be moved to",
  last: "last move",
  inLine: "winning line",
  hint: "hint",
  threat: "threat",
  /** @param {string} label */
  score: (label) => `score ${label}`,
  /** @param {string} side @param {string} place */
  played: (side, place) => `${side}: ${place}.`,
  /** @param {(string | number)[]} path @param {number} captured */
  path: (path, captured) => path.join(captured ? " takes " : " to "),
  /** @param {string} side */
  toMove: (side) => `${side} to move.`,
  /** @param {string} side */
  passes: (side) => `${side} has no move and passes.`,
  /** @param {string} side */
  mustPass: (side) => `${side} has no move and must pass.`,
  typed: "Move:",
  /** @param {string} text */
  unknownMove: (text) => `${text} is not a legal move`,
  draw: "A draw",
  /** @param {string} side */
  wins: (side) => `${side} wins`,
  youWin: "You win",
  /** @param {string} how */
  youLose: (how) => (how ? `You lose: ${how}` : "You lose"),
  /** @param {string} line */
  line: (line) => `with ${line}`,
  /** @param {string} result @param {string} how */
  result: (result, how) => `${result} ${how}.`,
  reasons: /** @type {Record<string, string>} */ ({
    board_full: "because the board is full",
    no_moves: "because neither side can move",
    repetition: "by threefold repetition",
    no_progress: "by the no-progress rule",
    time: "on time",
  }),
  /** @param {string} side */
  hasNoMove: (side) => `${side} has no legal move`,
  /** @param {string} side */
  hasNoPieces: (side) => `${side} has no pieces left`,
  /** @param {string} places */
  mustCapture: (places) => `You must capture with ${places}.`,
  cannotMove: "That piece cannot move now.",
  or: "or",
  letters: { win: "W", draw: "D", loss: "L" },
  loading: "Loading…",
  retry: "Try again",
  playAgain: "Play again",
  /** @param {string} id */
  unknownGame: (id) => `There is no game "${id}".`,
  unreachable: "The service cannot be reached.",
  /** A problem in other words than those it has. @type {(problem: Refusal) => string | undefined} */
  refusal: () => undefined,
  /** @param {number} count of plies */
  win: (count) => (count ? `win in ${moves(count)}` : "win"),
  /** @param {number} count of plies */
  loss: (count) => (count ? `loss in ${moves(count)}` : "loss"),
  /** @param {number | string} margin @param {string} unit */
  by: (margin, unit) => ` by ${margin} ${unit}`,
  drawn: "draw",
  /** @param {string} figure @param {string} unit */
  estimate: (figure, unit) => `${figure} ${unit}`,
};

/** @typedef {{status?: number, field?: string, got?: string}} Refusal the field, and what stood there */
/** @typedef {typeof en} Words */

/** @type {Record<string, string>} */
const GERMAN = {
  Red: "Rot", Yellow: "Gelb", Black: "Schwarz", White: "Weiß", pass: "Passen",
  man: "Stein", king: "Dame", mark: "Zeichen", disc: "Scheibe",
  "Tic-tac-toe": "Tic-Tac-Toe", "Connect four": "Vier gewinnt", Checkers: "Dame", men: "Steine", discs: "Scheiben", points: "Punkte",
  "three in a row": "drei in einer Reihe", "four in a row": "vier in einer Reihe", "a line": "einer Reihe",
};

/** @type {Words} */
const de = {
  board: "Brett",
  empty: "leer",
  cell: ({ label }) => label.replace(/column|row|square|cell/g, (word) =>
    /** @type {Record<string, string>} */ ({ column: "Spalte", row: "Reihe" })[word] ?? "Feld"),
  name: (name) => GERMAN[name] ?? name,
  piece: (side, kind) => `${kind} von ${side}`,
  movable: "kann ziehen",
  selected: "gewählt",
  target: "mögliches Ziel",
  last: "letzter Zug",
  inLine: "Gewinnreihe",
  hint: "Tipp",
  threat: "Drohung",
  score: (label) => `Bewertung ${label}`,
  played: (side, place) => `${side}: ${place}.`,
  path: (path, captured) => path.join(captured ? " schlägt " : " nach "),
  toMove: (side) => `${side} ist am Zug.`,
  passes: (side) => `${side} kann nicht ziehen und passt.`,
  mustPass: (side) => `${side} kann nicht ziehen und muss passen.`,
  typed: "Zug:",
  unknownMove: (text) => `${text} ist kein erlaubter Zug`,
  draw: "Unentschieden",
  wins: (side) => `${side} gewinnt`,
  youWin: "Du gewinnst",
  youLose: (how) => (how ? `Du verlierst: ${how}` : "Du verlierst"),
  line: (line) => `mit ${line}`,
  // A clause follows a comma.
  result: (result, how) => `${result}${how.startsWith("weil") ? "," : ""} ${how}.`,
  reasons: {
    board_full: "weil das Brett voll ist",
    no_moves: "weil keine Seite mehr ziehen kann",
    repetition: "durch dreifache Stellungswiederholung",
    no_progress: "nach der Regel über Züge ohne Fortschritt",
    time: "nach Zeit",
  },
  hasNoMove: (side) => `${side} kann nicht mehr ziehen`,
  hasNoPieces: (side) => `${side} hat keine Steine mehr`,
  mustCapture: (places) => `Du musst mit ${places} schlagen.`,
  cannotMove: "Dieser Stein kann gerade nicht ziehen.",
  or: "oder",
  letters: { win: "G", draw: "U", loss: "V" },
  loading: "Wird geladen …",
  retry: "Noch einmal versuchen",
  playAgain: "Noch einmal",
  unknownGame: (id) => `Es gibt kein Spiel „${id}“.`,
  unreachable: "Der Dienst ist nicht erreichbar.",
  refusal: ({ status, field, got = "" }) => {
    if (!field) return status ? "Der Dienst kann gerade nicht antworten." : undefined;
    const [name, index] = field.split(/[[\]]/);
    const what = index ? `Zug ${Number(index) + 1}` : name === "position" ? "Die Stellung" : name.replace("_", "-");
    // What the person has written, and no English words for it.
    const [, text = got] = got.match(/^"(.*)"…?$/) ?? [];
    return text === got && !/^-?\d+$/.test(got) ? `${what} ist ungültig.` : `${what} ist ungültig: „${text}“.`;
  },
  win: (count) => (count ? `Gewinn in ${inMoves(count)}` : "Gewinn"),
  loss: (count) => (count ? `Verlust in ${inMoves(count)}` : "Verlust"),
  by: (margin, unit) => ` mit ${margin} ${unit} Unterschied`,
  drawn: "Unentschieden",
  estimate: (figure, unit) => `${figure} ${unit}`,
};

/** @type {Record<string, Words>} */
const languages = { en, de };

/**
 * The words of a language tag such as "de-AT"; English for unknown languages.
 * @param {string} tag
 */
export const wordsFor = (tag) => languages[tag.toLowerCase().split("-")[0]] ?? en;
