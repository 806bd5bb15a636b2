// The words of the offer to play without a network, by language.

export const WORDS = {
  en: {
    offline: "offline",
    in_browser: "in this browser",
    is_offline: "The service cannot be reached.",
    keep: (title, size) => `Keep ${title} for offline play (${size})`,
    fetching: (title) => `Fetching ${title}…`,
    kept: (title) => `${title} can be played offline.`,
    could_not_keep: (title) => `${title} could not be kept.`,
    not_kept: "Your game is safe, and bestmove tries again: this game is not kept in this browser.",
  },
  de: {
    offline: "offline",
    in_browser: "in diesem Browser",
    is_offline: "Der Dienst ist nicht erreichbar.",
    keep: (title, size) => `${title} offline spielbar machen (${size})`,
    fetching: (title) => `${title} wird geladen …`,
    kept: (title) => `${title} ist offline spielbar.`,
    could_not_keep: (title) => `${title} ließ sich nicht speichern.`,
    not_kept: "Deine Partie bleibt, bestmove versucht es weiter: dieses Spiel ist in diesem Browser nicht gespeichert.",
  },
};

/** A word of the language of the page; a function gets `values`. */
export function word(name, ...values) {
  const found = WORDS[document.documentElement.lang][name];
  return typeof found === "function" ? found(...values) : found;
}
