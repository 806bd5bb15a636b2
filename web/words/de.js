// German.

import { inMoves } from "/board/words.js";
import { described } from "./de-refusals.js";

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

/** A refusal, if there are words for all of it. */
function refusal({ meant, ...problem }) {
  const text = described(problem);
  return text && `${text}.${meant ? ` Gemeint vielleicht: "${meant}"` : ""}`;
}

/** A problem or an oddity of a text; in English as far as there are no words. */
const fault = ({ part = "text", expected, got, codes }) =>
  described({ codes }) ?? `${part}: erwartet: ${expected}; gefunden: ${got}`;

/** Title and detail of a problem as far as there are words for them. A detail of the page's own is German. */
function problem(problem) {
  const { type, status } = problem;
  const isBrowsers = type === "about:blank";
  if (status === 0) return { title: "Der Dienst ist nicht erreichbar", ...(isBrowsers && { detail: "Dein Spiel bleibt hier. bestmove versucht es alle paar Sekunden wieder." }) };
  const [title, detail = refusal(problem)] = PROBLEMS[type.replace("/problems/", "")] ?? [];
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
