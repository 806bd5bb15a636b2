// German.

import { inMoves } from "/board/words.js";

const DISTANCE = { exact: "", upper: "höchstens ", lower: "mindestens " };

const both = (moves) => new Intl.ListFormat("de").format(moves);

const PIECES = { man: ["einen Stein", "Steine"], king: ["eine Dame", "Damen"] };

function piecesOf({ count, piece }) {
  const [one, many] = PIECES[piece] ?? [piece, piece];
  return count === 1 ? one : `${count} ${many}`;
}

/** Pieces and what is given for them. */
function exchange(more, fewer) {
  const [gained, given] = [more, fewer].map((pieces) => both(pieces.map(piecesOf)));
  return given ? `${gained} für ${given}` : gained;
}

/** Titles and details by the type of a problem. */
const PROBLEMS = {
  "invalid-field": ["Ungültige Eingabe"],
  "unknown-game": ["Unbekanntes Spiel", "Dieses Spiel gibt es hier nicht."],
  "body-too-large": ["Der Text ist zu lang", "Der Dienst liest ihn nicht."],
  "quota-exceeded": ["Kontingent verbraucht", "Die Rechenzeit, die dir zusteht, reicht für diese Anfrage nicht."],
  overloaded: ["Der Dienst ist überlastet", "Er nimmt gerade keine weiteren Anfragen an."],
  "shutting-down": ["Der Dienst wird beendet", "Er nimmt keine Anfragen mehr an."],
  internal: ["Fehler im Dienst", "Er ist unter der Nummer der Anfrage vermerkt."],
};

/** The place, the expected and the found part of a refusal, by the English words. */
const PHRASES = {
  counts: "Anzahl",
  winner: "Gewinner",
  shape: "Form",
  position: "Stellung",
  "order of play": "Reihenfolge der Züge",
  turn: "Seite am Zug",
  to_move: "Seite am Zug",
  section: "Abschnitt",
  text: "Text",
  moves: "Züge",
  move: "Zug",
  "move (\\d+)": "Zug $1",
  "move (\\d+) \\((\\w+)\\)": "Zug $1 ($2)",
  "(?:(?:cell|square) )?([a-h]?\\d+)": "Feld $1",
  "column (\\d)": "Spalte $1",
  "row (\\d)": "Reihe $1",
  "game (\\d+)": "Partie $1",
  "tag (.+)": "Angabe $1",
  "(\\w+) pieces": "Steine von $1",
  "(\\w+) entry (\\d+)": "$1, Eintrag $2",

  "as many X as O, or one more": "gleich viele X und O oder ein X mehr",
  "as many X as O, or one more; or the side to move, as O seems to have begun":
    "gleich viele X und O oder ein X mehr, oder die Seite am Zug, da wohl O begonnen hat",
  "as many X as O, or one (more|less), as ([XO]) is to move": (_, how, side) =>
    `gleich viele X und O oder ein X ${how === "more" ? "mehr" : "weniger"}, da ${side} am Zug ist`,
  "one ([XO]) more than ([XO]), as [XO] has won": "ein $1 mehr als $2, da $1 gewonnen hat",
  "as many ([XO]) as ([XO]), as ([XO]) has won": "gleich viele $1 und $2, da $3 gewonnen hat",
  "(\\d+) X and (\\d+) O": "$1 X und $2 O",
  "at most one": "höchstens einer",
  "a line of X and a line of O": "je eine Reihe von X und O",
  "four in a row of X and four in a row of O": "je vier in einer Reihe von X und O",
  "three rows of three cells, the top row first": "drei Reihen von je drei Feldern, die oberste zuerst",
  "six rows of seven cells, the top row first": "sechs Reihen von je sieben Feldern, die oberste zuerst",
  "eight rows of eight cells, the top row first": "acht Reihen von je acht Feldern, die oberste zuerst",
  discs: "Scheiben",
  "at least four, as at the start": "mindestens vier wie am Anfang",
  "(\\d+) rows of (\\d+) cells": "$1 Reihen von $2 Feldern",
  "1 cell": "ein Feld",
  "(\\d+) cells": "$1 Felder",
  "(\\d+) cells in (\\d+) words": "$1 Felder in $2 Wörtern",
  "64 cells and the side to move, a line of OBF, or the moves from the start such as f5d6c3":
    "64 Felder und die Seite am Zug, eine Zeile in OBF oder die Züge vom Anfang wie f5d6c3",
  "moves such as f5d6c3, boards of 64 cells with moves, lines of OBF, or games in GGF, SGF or PGN":
    "Züge wie f5d6c3, Bretter von 64 Feldern mit Zügen, Zeilen in OBF oder Partien in GGF, SGF oder PGN",
  "X, O or \\.": "X, O oder .",
  "nothing after the board( and the side)?": "nichts nach dem Brett",
  "([XO]|black|white), as the position says": "$1, wie die Stellung sagt",
  "no disc, as the cell below is empty": "keine Scheibe, da das Feld darunter leer ist",
  "a disc": "eine Scheibe",
  "discs that X and O dropped by turns until one won": "Scheiben, die X und O abwechselnd einwarfen, bis jemand gewann",
  "discs that cannot have been dropped in turn": "Scheiben, die so nicht gefallen sein können",
  "a column, 1 to 7": "eine Spalte von 1 bis 7",
  "a column that is not full": "eine Spalte, die nicht voll ist",
  "no move, as (\\w+) has won": "kein Zug, da $1 gewonnen hat",
  "no move, as the board is full": "kein Zug, da das Brett voll ist",
  "no (?:more )?moves?, as the game is over": "kein Zug, da das Spiel zu Ende ist",
  "one of (.+)": "einer von $1",
  "at most (\\d+)": "höchstens $1",
  "(.+), in (full|numbers), as (?:either|any) may be meant": (_, moves, form) =>
    `${moves.replaceAll(" or ", " oder ")}, ${form === "full" ? "vollständig" : "in Zahlen"}, da jeder gemeint sein kann`,

  "B or W": "B oder W",
  "W or B before the squares": "W oder B vor den Feldern",
  "a section (:.)": "ein Abschnitt $1",
  "one section": "ein Abschnitt",
  "another one": "noch einer",
  "at least one, as (\\w+) is not to move": "mindestens einer, da $1 nicht am Zug ist",
  "a square from 1 to 32, K before a king, or a range": "ein Feld von 1 bis 32, K vor einer Dame, oder ein Bereich",
  "one piece": "ein Stein",
  "a king, as (\\w+) is crowned there": "eine Dame, da $1 dort umwandelt",
  "a (\\w+) man": "ein Stein von $1",
  "a position in PDN FEN, or games in PDN": "eine Stellung in PDN-FEN oder Partien in PDN",

  "positions or games of (.+)": "Stellungen oder Partien von $1",

  none: "nichts",
  nothing: "nichts",
  more: "mehr",
};

const SIDES = { black: "Schwarz", white: "Weiß" };

/** The German words for a phrase, by `phrases`; undefined if there are none. What the person has written stays as it is. */
function phrase(text, phrases) {
  if (/^(["'].*["'…]|[\d/*-]+)$/s.test(text)) return text;
  const found = Object.entries(phrases).find(([english]) => RegExp(`^${english}$`).test(text));
  return found && text.replace(RegExp(found[0]), found[1]).replace(/black|white/g, (side) => SIDES[side]);
}

/** A place, what was expected there and what was found; undefined if there are no words for one of them. */
function described({ part, expected, got }, phrases = PHRASES) {
  const [wanted, found, ...places] = [expected, got, ...part.split(", ")].map((text) => phrase(text, phrases));
  if ([wanted, found, ...places].includes(undefined)) return undefined;
  return `${places.join(", ")}: erwartet: ${wanted}; gefunden: ${found}`;
}

/** A refusal, if there are words for all of it. */
function refusal({ field, part = field, expected, got, detail }) {
  const text = described({ part, expected, got });
  const [, meant] = detail.match(/; did you mean (".*")\?$/) ?? [];
  return text && `${text}.${meant ? ` Gemeint vielleicht: ${meant}` : ""}`;
}

/** A problem or an oddity of a text, by more phrases; in English as far as there are no words. */
const fault = ({ part = "text", expected, got }, phrases) =>
  described({ part, expected, got }, { ...phrases, ...PHRASES }) ?? `${part}: erwartet: ${expected}; gefunden: ${got}`;

/** Title and detail of a problem as far as there are words for them. A detail of the page's own is German. */
function problem(problem) {
  const { type, status, expected } = problem;
  const isBrowsers = type === "about:blank";
  if (status === 0) return { title: "Der Dienst ist nicht erreichbar", ...(isBrowsers && { detail: "Dein Spiel bleibt hier. bestmove versucht es alle paar Sekunden wieder." }) };
  const [title, detail = expected && refusal(problem)] = PROBLEMS[type.replace("/problems/", "")] ?? [];
  return { ...(title && { title }), ...(detail && { detail }) };
}

export default {
  game: "Spiel",
  language: "Sprache",
  help: "Hilfe und Tastenkürzel",
  laboratory: "Wie Spielsuche geht",
  for_developers: "API",
  footer: "Über diese Seite",
  toolbar: "Navigation und Hilfe",
  panels: "Bereiche",
  moves: "Züge",
  play: "Spielen",
  analysis: "Analyse",
  review: "Rückblick",
  share: "Teilen",
  archive: "Partien",
  editor: "Stellung aufbauen",

  first: "Zum Anfang",
  back: "Zurück",
  forward: "Vor",
  last: "Zum Ende",
  flip: "Brett drehen",
  previous_game: "Vorige Partie der Liste",
  next_game: "Nächste Partie der Liste",
  previous_variation: "Vorige Variante",
  next_variation: "Nächste Variante",
  hint: "Tipp: Wohin schauen?",
  hint_move: "Tipp: den Zug zeigen",
  threat: "Drohung zeigen",

  you: "du",
  engine_level: (level, name) => `bestmove, ${name}`,
  player: "am selben Gerät",
  captured: (count) => `${count} geschlagen`,
  stopped: "Angehalten.",
  no_connection: "Keine Verbindung. Dein Zug bleibt, bestmove versucht es weiter.",
  thinking: "bestmove denkt nach …",
  thinking_for: (time) => `bestmove denkt nach, höchstens ${time} …`,
  your_turn: "Du bist am Zug.",

  wins: (name) => (name ? `${name} gewinnt` : "Du gewinnst"),
  loses: (name) => (name ? `${name} verliert` : "Du verlierst"),
  drawn: "Unentschieden bei bestem Spiel",
  by_tablebase: " laut Endspieltabelle, Entfernung unbekannt",
  within: (count, bound) => (count === 1 ? " mit dem nächsten Zug" : ` in ${DISTANCE[bound]}${inMoves(count)}`),
  distances: DISTANCE,
  even: "Ausgeglichen",
  ahead: (name, isSlight) => `${name ? `${name} steht` : "Du stehst"} ${isSlight ? "etwas " : ""}besser`,
  behind: (name, isSlight) => `${name ? `${name} steht` : "Du stehst"} ${isSlight ? "etwas " : ""}schlechter`,
  bounds: { exact: "genau", lower: "mindestens", upper: "höchstens" },
  certainties: { proven: "bewiesen", tablebase: "Endspieltabelle", estimate: "Schätzung" },

  no_evaluation: "Keine Bewertung",
  evaluation: (name, percent) => `${name}: ${percent} % der Chancen`,
  graph: "Verlauf der Bewertung",
  start: "Anfang",

  unknown_game: (id) => `Der Link nennt ein Spiel, das nicht verfügbar ist: ${id}.`,
  illegal_in_link: (move) => `Der Link geht mit ${move} weiter; das ist hier nicht erlaubt.`,
  unclaimed: "Niemand hat es beansprucht, das Spiel geht weiter.",
  nothing_to_load: "Füge zuerst eine Partie ein, oder tippe sie.",

  no_moves_yet: "Noch keine.",
  comment: "Kommentar",
  variation: "Variante",
  promote: "Zur Hauptvariante machen",
  remove: "Ab hier löschen",
  type_move: "Zug eingeben",
  play_move: "Ziehen",
  not_your_turn: "Du bist gerade nicht am Zug.",
  ambiguous: (typed, moves) => `„${typed}“ kann ${moves} sein. Nenne mehr von seinen Feldern.`,
  not_legal: (typed, legal) => `„${typed}“ ist hier kein erlaubter Zug. Erlaubt sind: ${legal}`,

  new_game: "Neues Spiel",
  take_back: "Zug zurück",
  pause: "Engine anhalten oder weiterspielen lassen",
  redo: "Zug vor",
  move_for_me: "Zieh für mich",
  you_play: "Du spielst",
  both: "Zu zweit",
  neither: "Zusehen",
  level_of_engine: "Stufe der Engine",
  levels: {
    1: ["Anfänger", "sieht einen Zug weit und irrt oft. Für Kinder und erste Spiele."],
    2: ["Lernend", "zieht vernünftig und macht einfache Fehler."],
    3: ["Gelegentlich", "verpasst keinen sofortigen Gewinn und verhindert deinen. Irrt sonst."],
    4: ["Geübt", "irrt seltener: für alle, die schon länger spielen."],
    5: ["Erfahren", "macht wenige einfache Fehler."],
    6: ["Stark", "verschenkt wenig."],
    7: ["Experte", "sieht Fallen kommen."],
    8: ["Meister", "rechnet weit und irrt kaum."],
    9: ["Großmeister", "die stärkste Stufe, die noch irrt."],
    10: ["Volle Stärke", "der beste Zug, den sie findet."],
  },
  level_is: (name, sentence) => `${name}: ${sentence}`,
  not_measured: "die Stärke ist nicht gemessen.",
  thinking_time: "Bedenkzeit, bei voller Stärke und zur Analyse",
  more_settings: "Bedenkzeit, Uhr, Ton, Bewertungen",
  figures: "Bewertungen auf dem Brett",
  figures_named: { results: "G20, U, V18", solver: "+2, 0, −3" },
  how_to_play: "So geht das Spiel",
  rules: {
    "tic-tac-toe": "Abwechselnd wird ein freies Feld markiert. Drei eigene Zeichen in einer Reihe, Spalte oder Diagonale gewinnen. Ist das Brett ohne sie voll, endet das Spiel unentschieden.",
    "connect-four": "Abwechselnd fällt eine Scheibe in eine Spalte, auf das unterste freie Feld. Vier eigene Scheiben in einer Linie gewinnen: waagrecht, senkrecht oder schräg. Ist das Brett ohne sie voll, endet das Spiel unentschieden.",
    checkers: "Ein Stein zieht schräg vorwärts auf das nächste dunkle Feld. Er schlägt mit einem Sprung über einen fremden Stein auf das freie Feld dahinter und springt weiter, solange er kann. Wer schlagen kann, muss schlagen. Ein Stein, der die andere Seite erreicht, wird Dame und zieht und schlägt auch rückwärts. Wer nicht ziehen kann, verliert.",
    reversi: "Setze eine Scheibe so, dass sie und eine andere von dir eine gerade Linie fremder Scheiben einschließen: diese werden umgedreht. Wer das nicht kann, passt. Kann keine Seite mehr ziehen, gewinnt die mit mehr Scheiben.",
  },
  against: (name) => `Gegen ${name}`,
  you_are: (side) => `Du spielst ${side}.`,
  two_players: "Zu zweit an diesem Gerät",
  plays_itself: "bestmove spielt gegen sich selbst",
  finished_games: (count) => `Deine beendeten Partien (${count})`,
  finished_results: ["gewonnen", "unentschieden", "verloren"],
  tally: (won, drawn, lost) => `${won} gewonnen, ${drawn} unentschieden, ${lost} verloren.`,
  your_accuracy: (percent) => `Deine Genauigkeit: ${percent} %.`,
  swap_sides: "Seiten tauschen",
  no_threat: "In den nächsten Zügen droht nichts.",
  too_early: "Für Drohungen ist es zu früh.",
  hint_is: (move, reason) => `Tipp: ${move}${reason ? `, ${reason}` : ""}.`,
  hint_piece: (square) => `Tipp: der Stein auf ${square}.`,
  hint_columns: (first, last) => (first === last ? `Tipp: Spalte ${first}.` : `Tipp: Spalten ${first} bis ${last}.`),
  column: (number) => `Spalte ${number}`,
  hint_region: "Tipp: eines der markierten Felder.",
  threat_is: (name, move, plies) =>
    `${name} droht mit ${move}${plies === 2 ? " und gewinnt damit sofort" : plies ? ` und gewinnt in ${inMoves(plies)}` : ""}.`,
  clock: "Uhr",
  off: "aus",
  sound: "Ton",

  analyse: "Analysieren",
  scores: "Bewertungen auf dem Brett",
  no_analysis: "Noch keine Analyse. „Analysieren“ zeigt, was die Engine denkt.",
  legend: ["Gewinn in 5 Zügen", "Unentschieden", "Verlust in 4 Zügen", "andere Zahlen sind Schätzungen."],
  legend_solver: "+ gewinnt, 0 ist unentschieden, − verliert: je größer die Zahl, desto früher.",
  before_move: (number) => `vor Zug ${number}`,
  best_lines: "Beste Varianten",
  statistics: "Zahlen",
  facts: {
    depth: "Tiefe", selective: "Selektiv", nodes: "Knoten", speed: "Knoten/s",
    time: "Zeit", stopped_by: "Ende durch", source: "Quelle", bound: "Schranke",
  },
  stops: { proven: "Beweis", game_over: "Spielende", depth: "Tiefe", nodes: "Knoten", time: "Zeit", cancelled: "Abbruch" },
  sources: { search: "Suche", book: "Eröffnungsbuch", endgame: "Endspieltabelle", cache: "Beweisspeicher", rules: "Regeln" },

  review_game: "Spiel durchsehen",
  retry_now: (isOwn, count) =>
    count === 1 ? (isOwn ? "Deinen einen Fehler ansehen" : "Den einen Fehler ansehen")
    : isOwn ? "Deine Fehler üben" : "Fehler üben",
  choices: "Wie weiter?",
  requests: { pause: "Anhalten", go_on: "Weiter" },
  let_engine_move: "bestmove ziehen lassen",
  go_to_errors: "Zu den Fehlern:",
  no_errors: "Keine Fehler gefunden.",
  reviewing: "Spiel wird durchgesehen",
  review_explained: "Ein Urteil zu jedem Zug, die Genauigkeit beider Seiten und die Fehler zum Üben.",
  accuracy: "Genauigkeit",
  accuracy_how: "Wie wird das berechnet?",
  accuracy_formula: "Die Genauigkeit eines Zuges ist 103,17 · exp(−4,354 · verlorene praktische Punkte) − 2,17, höchstens 100; die einer Seite ist der Mittelwert.",
  labels: {
    best: "bester Zug", only_move: "einziger Zug", good: "gut",
    inaccuracy: "Ungenauigkeit", mistake: "Fehler", blunder: "grober Fehler",
  },
  missed_win: "Gewinn verpasst.",
  missed_draw: "Unentschieden verpasst.",
  better_was: (move, score) => `Am besten war ${move} (${score}).`,
  by_estimate: "Geschätzt.",
  retry_yours: (count) => `Deine Fehler üben (${count})`,
  retry_of: (name, count) => `Fehler von ${name} üben (${count})`,
  retry_title: (number, count) => `Fehler ${number} von ${count}`,
  retry_ask: (move, label) => `Gespielt wurde ${move}: ${label}. Finde einen besseren Zug.`,
  retry_checking: "Wird geprüft …",
  retry_right: "Richtig! Besser geht es nicht.",
  retry_wrong: (name, reply, result) => (reply ? `Nein: ${name} antwortet ${reply}. ${result}.` : "Nein. Versuche einen anderen Zug."),
  retry_solution: (move, reason) => `Der beste Zug ist ${move}${reason ? `: ${reason}` : ""}.`,
  show_solution: "Lösung zeigen",
  next: "Nächster Fehler",
  skip: "Überspringen",
  back_to_mistake: "Zurück zur Stellung",
  finish: "Beenden",

  export: "Exportieren",
  copy_link: "Link kopieren",
  copy_embed: "Code zum Einbetten kopieren",
  notation: "Notation",
  notations: { fen: "PDN-FEN (Stellung)", pdn: "PDN (Variante)", board: "Brett (Stellung)", columns: "Spalten (Variante)", transcript: "Zugfolge (Variante)", ggf: "GGF (Variante)", record: "Anfang und Züge (Variante)" },
  copy: "Kopieren",
  copied: "Kopiert",
  copy_refused: "Kopieren ist hier nicht erlaubt",
  download: "Herunterladen",
  import: "Importieren",
  import_explained: "Füge hier oder irgendwo auf der Seite Partien oder eine Stellung ein, oder ziehe eine Datei herein, bis zu 4 MB.",
  load: "Laden",
  open_file: "Datei öffnen",
  looks_like: (title) => `Das sieht nach ${title} aus.`,
  open_there: (title) => `In ${title} öffnen`,
  edit_position: "Stellung aufbauen",
  file_too_long: (name) => `${name} ist größer als 4 MB; mehr kann nicht gelesen werden.`,
  fault,

  pieces: "Steine",
  eraser: "Steine entfernen",
  side_to_move: "Am Zug",
  position: "Stellung in der Notation des Spiels",
  use_position: "Von hier spielen",
  clear_board: "Leeren",
  start_position: "Anfangsstellung",
  cancel: "Abbrechen",

  close: "Schließen",
  shortcuts: "Tastenkürzel",
  keys: { Home: "Pos1", End: "Ende" },
  help_board: "Auf dem Brett bewegen die Pfeiltasten den Fokus, Enter zieht, und ein Zug lässt sich in der Notation des Spiels tippen.",
  help_labels: "Zeichen nach Zügen: ! einziger Zug, ?! Ungenauigkeit, ? Fehler, ?? grober Fehler. Bewertungen: G5 gewinnt in 5 Zügen, V4 verliert in 4, U ist unentschieden; andere sind Schätzungen.",

  problem,
  problem_request: (id) => `Anfrage ${id}`,
  try_again_in: (seconds) => `Noch einmal in ${seconds} s`,

  reason_text: (text) => text,
  /** By the kind of the reason. */
  move_reasons: {
    wins_at_once: () => "gewinnt sofort",
    draws_at_once: () => "beendet das Spiel unentschieden",
    only_legal_move: () => "der einzige erlaubte Zug",
    double_threat: ({ ply, plies, moves, isExact }) =>
      `gewinnt in ${isExact ? "" : "höchstens "}${inMoves(plies)}: ${ply === 1 ? "zwei Drohungen" : "später zwei Drohungen"} zugleich, ${both(moves)}`,
    allows_double_threat: ({ plies, moves, isExact }) =>
      `verliert in ${isExact ? "" : "höchstens "}${inMoves(plies)}: erlaubt zwei Drohungen zugleich, ${both(moves)}`,
    wins_against_every_reply: ({ plies }) => `gewinnt in ${inMoves(plies)}: jede Antwort erlaubt einen sofortigen Gewinn`,
    prevents_win: ({ moves: [threat] = [] }) =>
      threat ? `der einzige Zug, der ${threat} mit sofortigem Gewinn verhindert` : "der einzige Zug, der einen sofortigen Gewinn verhindert",
    allows_win_at_once: ({ moves }) => `erlaubt ${both(moves)} mit sofortigem Gewinn`,
    only_winning_move: () => "der einzige Zug, der gewinnt",
    only_drawing_move: () => "der einzige Zug, der unentschieden hält",
    others_lose: () => "jeder andere Zug verliert",
    resists_longest: ({ plies }) => `wehrt sich am längsten: verliert in ${inMoves(plies)}`,
    wins_material: ({ won, lost, moves }) => `gewinnt ${exchange(won, lost)} in der besten Variante: ${moves.join(" ")}`,
    loses_material: ({ won, lost, moves }) => `verliert ${exchange(lost, won)} in der besten Variante: ${moves.join(" ")}`,
    promotes: ({ piece, plies }) => `bekommt ${piecesOf({ count: 1, piece })}${plies === 1 ? "" : ` in ${inMoves(plies)} in der besten Variante`}`,
    forces_pass: () => "lässt dem Gegner keinen Zug: er muss passen",
    takes_corner: () => "besetzt eine Ecke",
    allows_corner: ({ moves }) => `gibt ${moves.length === 1 ? "die Ecke" : "die Ecken"} ${both(moves)} auf`,
    keeps_parity: ({ moves }) => `zieht in seinem Gebiet zuletzt: ${both(moves)} lässt sich dort beantworten`,
    limits_mobility: ({ moves }) => `lässt dem Gegner ${moves.length === 1 ? "nur einen Zug" : `nur ${moves.length} Züge`}, ${both(moves)}`,
    repeats_position: ({ plies }) => `wiederholt eine Stellung${plies === 1 ? "" : ` in ${inMoves(plies)} in der besten Variante`}`,
    tablebase_win: () => "gewinnt laut Endspieltabelle",
    tablebase_loss: () => "verliert laut Endspieltabelle",
  },
};
