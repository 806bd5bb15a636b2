// German.

const inPlies = (count) => (count === 1 ? "1 Halbzug" : `${count} Halbzügen`);
const DISTANCE = { exact: "", at_most: "höchstens ", at_least: "mindestens " };

/** A reason after the verb; a clause follows a comma. */
const joined = (how) => (how.startsWith("weil") ? `, ${how}` : ` ${how}`);

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

export default {
  game: "Spiel",
  language: "Sprache",
  help: "Hilfe und Tastenkürzel",
  toolbar: "Navigation und Hilfe",
  panels: "Bereiche",
  moves: "Züge",
  play: "Spielen",
  analysis: "Analyse",
  review: "Rückblick",
  share: "Teilen",
  editor: "Stellung aufbauen",

  first: "Zum Anfang",
  back: "Zurück",
  forward: "Vor",
  last: "Zum Ende",
  flip: "Brett drehen",
  hint: "Tipp: Welcher Stein zieht?",
  hint_move: "Tipp: den Zug zeigen",
  threat: "Drohung zeigen",

  you: "du",
  engine_level: (level) => `bestmove, Stufe ${level}`,
  player: "am selben Gerät",
  captured: (count) => `${count} geschlagen`,
  stopped: "Angehalten.",
  loading: "Lädt …",
  thinking: "bestmove denkt nach …",
  thinking_for: (time) => `bestmove denkt nach, höchstens ${time} …`,
  to_move: (side) => `${side} ist am Zug.`,
  your_turn: "Du bist am Zug.",

  by_line: (line) => `mit ${line}`,
  draw_how: (how) => `Unentschieden, ${how}.`,
  you_win_how: (how) => `Du gewinnst${joined(how)}.`,
  you_lose_how: (name, how) => `Du verlierst: ${name} gewinnt${joined(how)}.`,
  wins_how: (name, how) => `${name} gewinnt${joined(how)}.`,
  reasons: {
    board_full: "weil das Brett voll ist",
    no_moves: "weil kein Zug mehr möglich ist",
    repetition: "durch dreifache Stellungswiederholung",
    no_progress: "nach der Regel über Züge ohne Fortschritt",
    time: "nach Zeit",
  },

  wins: (name) => (name ? `${name} gewinnt` : "Du gewinnst"),
  loses: (name) => (name ? `${name} verliert` : "Du verlierst"),
  drawn: "Unentschieden bei bestem Spiel",
  by_tablebase: " laut Endspieltabelle, Entfernung unbekannt",
  within: (count, bound) => (count === 1 ? " mit dem nächsten Zug" : ` in ${DISTANCE[bound]}${inPlies(count)}`),
  even: "Ausgeglichen",
  ahead: (name, isSlight) => `${name ? `${name} steht` : "Du stehst"} ${isSlight ? "etwas " : ""}besser`,
  behind: (name, isSlight) => `${name ? `${name} steht` : "Du stehst"} ${isSlight ? "etwas " : ""}schlechter`,
  bounds: { exact: "genau", lower: "mindestens", upper: "höchstens" },
  certainties: { proven: "bewiesen", tablebase: "Endspieltabelle", estimate: "Schätzung" },

  no_evaluation: "Keine Bewertung",
  evaluation: (name, points) => `${points} erwartete Punkte für ${name}`,
  graph: "Verlauf der Bewertung",
  move_number: (ply) => (ply === 0 ? "Anfang" : `Halbzug ${ply}`),

  unknown_game: (id) => `Der Link nennt ein Spiel, das es hier nicht gibt: ${id}.`,
  illegal_in_link: (move, ply) => `Der Link geht weiter mit Zug ${ply}, ${move}; der ist hier nicht erlaubt.`,
  nothing_to_load: "Der Text ist leer.",

  no_moves_yet: "Noch keine.",
  variation: "Variante",
  promote: "Zur Hauptvariante machen",
  remove: "Ab hier löschen",
  type_move: "Zug eingeben",
  play_move: "Ziehen",
  not_your_turn: "Du bist gerade nicht am Zug.",
  not_legal: (typed, legal) => `„${typed}“ ist hier kein erlaubter Zug. Erlaubt sind: ${legal}`,

  new_game: "Neues Spiel",
  take_back: "Zurücknehmen",
  redo: "Wiederherstellen",
  move_for_me: "Zieh für mich",
  you_play: "Du spielst",
  both: "beide",
  neither: "keine Seite",
  level_of_engine: "Stufe der Engine",
  full_strength: (elo) => `Volle Stärke, etwa ${elo} Elo über Stufe 1.`,
  elo: (elo, level) => (level === 1 ? "Leicht: für Anfänger und Kinder." : `Etwa ${elo} Elo über Stufe 1.`),
  thinking_time: "Bedenkzeit",
  more_settings: "Bedenkzeit, Uhr, Ton",
  no_threat: "Es droht nichts.",
  hint_is: (move) => `Tipp: ${move}.`,
  threat_is: (move) => `Es droht ${move}.`,
  clock: "Uhr",
  off: "aus",
  sound: "Ton",

  analyse: "Analysieren",
  scores_on_board: "Bewertungen auf dem Brett",
  no_analysis: "Noch keine Analyse. „Analysieren“ zeigt, was die Engine denkt.",
  before_move: (number) => `vor Halbzug ${number}`,
  best_lines: "Beste Varianten",
  statistics: "Zahlen",
  facts: {
    depth: "Tiefe", selective: "Selektiv", nodes: "Knoten", speed: "Knoten/s",
    time: "Zeit", stopped_by: "Ende durch", source: "Quelle", bound: "Schranke",
  },
  stops: { proven: "Beweis", game_over: "Spielende", depth: "Tiefe", nodes: "Knoten", time: "Zeit", cancelled: "Abbruch" },
  sources: { search: "Suche", book: "Eröffnungsbuch", endgame: "Endspieltabelle", cache: "Beweisspeicher", rules: "Regeln" },

  review_game: "Spiel durchsehen",
  retry_now: (isOwn) => (isOwn ? "Deine Fehler üben" : "Fehler üben"),
  play_again: "Noch einmal spielen",
  ending: "Spielende",
  go_to_errors: "Zu den Fehlern:",
  no_errors: "Keine Fehler gefunden.",
  reviewing: "Spiel wird durchgesehen",
  review_explained: "Ein Urteil zu jedem Zug, die Genauigkeit beider Seiten und die Fehler zum Üben.",
  accuracy: "Genauigkeit",
  accuracy_formula: "Die Genauigkeit eines Zuges ist 103,17 · exp(−4,354 · verlorene erwartete Punkte) − 2,17, höchstens 100; die einer Seite ist der Mittelwert.",
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
  retry_wrong: "Der nicht. Versuche einen anderen Zug.",
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
  notations: { fen: "PDN-FEN (Stellung)", pdn: "PDN (Partie)", board: "Brett (Stellung)", columns: "Spalten (Partie)", record: "Anfang und Züge (Partie)" },
  copy: "Kopieren",
  copied: "Kopiert",
  copy_refused: "Kopieren ist hier nicht erlaubt",
  download: "Herunterladen",
  import: "Importieren",
  import_explained: "Füge hier oder irgendwo auf der Seite eine Partie oder Stellung ein, oder ziehe eine Datei herein, bis zu 16 kB.",
  load: "Laden",
  open_file: "Datei öffnen",
  edit_position: "Stellung aufbauen",
  choose_game: (count) => `Der Text hat ${count} Partien`,

  pieces: "Steine",
  eraser: "Steine entfernen",
  kinds: { mark: "Zeichen", disc: "Scheibe", man: "Stein", king: "Dame" },
  side_to_move: "Am Zug",
  position: "Stellung in der Notation des Spiels",
  use_position: "Von hier spielen",
  clear_board: "Leeren",
  start_position: "Anfangsstellung",
  cancel: "Abbrechen",

  close: "Schließen",
  actions: {
    back: "zurück", forward: "vor", first: "zum Anfang", last: "zum Ende",
    previous_variation: "vorige Variante", next_variation: "nächste Variante", new_game: "neues Spiel",
    take_back: "zurücknehmen", hint: "Tipp, dann der Zug", threat: "Drohung", flip: "Brett drehen",
    analyse: "Analyse an oder aus", scores: "Bewertungen auf dem Brett", review_game: "Spiel durchsehen", help: "diese Hilfe",
  },
  keys: { Home: "Pos1", End: "Ende" },
  help_board: "Auf dem Brett bewegen die Pfeiltasten den Fokus, Enter zieht, und ein Zug lässt sich in der Notation des Spiels tippen.",
  help_labels: "Zeichen nach Zügen: □ einziger Zug, ?! Ungenauigkeit, ? Fehler, ?? grober Fehler. Bewertungen: +#5 gewinnt in 5 Halbzügen, −#4 verliert in 4, ±0 ist unentschieden; andere sind Schätzungen.",

  problem_request: (id) => `Anfrage ${id}`,
  try_again: "Noch einmal versuchen",
  try_again_in: (seconds) => `Noch einmal in ${seconds} s`,

  /** By the kind of the reason. */
  move_reasons: {
    wins_at_once: () => "gewinnt sofort",
    draws_at_once: () => "beendet das Spiel unentschieden",
    only_legal_move: () => "der einzige erlaubte Zug",
    double_threat: ({ ply, plies, moves, isExact }) =>
      `gewinnt in ${isExact ? "" : "höchstens "}${inPlies(plies)}: ${ply === 1 ? "zwei Drohungen" : "später zwei Drohungen"} zugleich, ${both(moves)}`,
    allows_double_threat: ({ plies, moves, isExact }) =>
      `verliert in ${isExact ? "" : "höchstens "}${inPlies(plies)}: erlaubt zwei Drohungen zugleich, ${both(moves)}`,
    wins_against_every_reply: ({ plies }) => `gewinnt in ${inPlies(plies)}: jede Antwort erlaubt einen sofortigen Gewinn`,
    prevents_win: ({ moves: [threat] = [] }) =>
      threat ? `der einzige Zug, der ${threat} mit sofortigem Gewinn verhindert` : "der einzige Zug, der einen sofortigen Gewinn verhindert",
    allows_win_at_once: ({ moves }) => `erlaubt ${both(moves)} mit sofortigem Gewinn`,
    only_winning_move: () => "der einzige Zug, der gewinnt",
    only_drawing_move: () => "der einzige Zug, der unentschieden hält",
    others_lose: () => "jeder andere Zug verliert",
    wins_material: ({ won, lost, moves }) => `gewinnt ${exchange(won, lost)} in der besten Variante: ${moves.join(" ")}`,
    loses_material: ({ won, lost, moves }) => `verliert ${exchange(lost, won)} in der besten Variante: ${moves.join(" ")}`,
    promotes: ({ piece, plies }) => `bekommt ${piecesOf({ count: 1, piece })}${plies === 1 ? "" : ` in ${inPlies(plies)} in der besten Variante`}`,
    repeats_position: ({ plies }) => `wiederholt eine Stellung${plies === 1 ? "" : ` in ${inPlies(plies)} in der besten Variante`}`,
    tablebase_win: () => "gewinnt laut Endspieltabelle",
    tablebase_loss: () => "verliert laut Endspieltabelle",
  },

  games: {
    "tic-tac-toe": { title: "Tic-Tac-Toe", sides: ["X", "O"], winning_line: "drei in einer Reihe", unit: "Punkte" },
    "connect-four": { title: "Vier gewinnt", sides: ["Rot", "Gelb"], winning_line: "vier in einer Reihe", unit: "Punkte" },
    checkers: { title: "Dame", sides: ["Schwarz", "Weiß"], unit: "Steine" },
  },
};
