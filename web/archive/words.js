// The words of the list of games, by language.

import { word as wordOfPage } from "../words.js";

export const WORDS = {
  en: {
    pasted_text: "Pasted games",
    not_a_game: (title, move, position) =>
      `This is no game or position of ${title}, where moves are written as ${move} and positions as ${position}.`,
    read_up_to: (fault) => `The rest of this game cannot be read. ${fault}.`,
    cannot_show: (fault) => `This game cannot be shown. ${fault}.`,

    filter_games: "Find games",
    close_list: "Close the list",
    reading_games: "Reading the games…",
    games_read: (count) => `${count} games`,
    games_shown: (shown, count) => `${shown} of ${count} games`,
    with_problem: (count) => `${count} with a problem`,
    game_of: (number, count) => `Game ${number} of ${count}`,
    review_games: (count) => (count === 1 ? "Review 1 game" : `Review ${count} games`),
    pricing_games: "Working out how long it takes…",
    review_price: (milliseconds, count) =>
      `${englishSpan(...spanOf(milliseconds))} of computing for ${count === 1 ? "1 game" : `${count} games`}.`,
    start_review: "Start",
    leave_review: "Not now",
    reviewing_games: "Reviewing the games",
    games_reviewed: (done, count) => `${done} of ${count}`,
    waiting_for_work: "Waiting for earlier work",
    stop_review: "Stop",
    moves_played: (count) => (count === 1 ? "1 move" : `${count} moves`),
    problem_in_game: (fault) => `Problem: ${fault}.`,
    warning_in_game: (fault) => `Oddity: ${fault}.`,
    more_warnings: (count) => (count === 1 ? "1 more oddity." : `${count} more oddities.`),
  },
  de: {
    pasted_text: "Eingefügte Partien",
    not_a_game: (title, move, position) =>
      `Das ist keine Partie oder Stellung von ${title}; dort schreibt man Züge wie ${move} und Stellungen wie ${position}.`,
    read_up_to: (fault) => `Der Rest dieser Partie ist nicht lesbar. ${fault}.`,
    cannot_show: (fault) => `Diese Partie lässt sich nicht zeigen. ${fault}.`,

    filter_games: "Partien suchen",
    close_list: "Liste schließen",
    reading_games: "Partien werden gelesen …",
    games_read: (count) => `${count} Partien`,
    games_shown: (shown, count) => `${shown} von ${count} Partien`,
    with_problem: (count) => `${count} mit einem Problem`,
    game_of: (number, count) => `Partie ${number} von ${count}`,
    review_games: (count) => (count === 1 ? "1 Partie durchsehen" : `${count} Partien durchsehen`),
    pricing_games: "Die Dauer wird ermittelt …",
    review_price: (milliseconds, count) =>
      `${germanSpan(...spanOf(milliseconds))} Rechenzeit für ${count === 1 ? "1 Partie" : `${count} Partien`}.`,
    start_review: "Beginnen",
    leave_review: "Nicht jetzt",
    reviewing_games: "Partien werden durchgesehen",
    games_reviewed: (done, count) => `${done} von ${count}`,
    waiting_for_work: "Wartet auf frühere Aufträge",
    stop_review: "Anhalten",
    moves_played: (count) => (count === 1 ? "1 Zug" : `${count} Züge`),
    problem_in_game: (fault) => `Problem: ${fault}.`,
    warning_in_game: (fault) => `Auffällig: ${fault}.`,
    more_warnings: (count) => `${count} weitere Auffälligkeit${count === 1 ? "" : "en"}.`,
  },
};

/** A time in whole minutes, or hours if it is long: the number and whether it is of hours. */
function spanOf(milliseconds) {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes < 90 ? [minutes, false] : [Math.round(minutes / 60), true];
}

const englishSpan = (number, isOfHours) => {
  if (number === 0) return "Less than a minute";
  const unit = isOfHours ? "hour" : "minute";
  return `About ${number} ${unit}${number === 1 ? "" : "s"}`;
};

const germanSpan = (number, isOfHours) => {
  if (number === 0) return "Weniger als eine Minute";
  const unit = isOfHours ? "Stunde" : "Minute";
  return `Etwa ${number} ${unit}${number === 1 ? "" : "n"}`;
};

/** A word of the list or of the page in the language of the page; a function gets `values`. */
export function word(name, ...values) {
  const found = WORDS[document.documentElement.lang][name];
  if (found === undefined) return wordOfPage(name, ...values);
  return typeof found === "function" ? found(...values) : found;
}
