// The words of the page, in each language. A word is a text, or a function that makes one.

/** The languages, by their tags: a module in words/ each. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

let words;

/** Loads a language: that name or, if there is none, the first of the browser that is known. */
export async function setLanguage(name) {
  const known = [name, ...navigator.languages.map((language) => language.split("-")[0]), "en"]
    .find((candidate) => candidate in LANGUAGES);
  ({ default: words } = await import(`./words/${known}.js`));
  document.documentElement.lang = known;
  return known;
}

/** A word of the language; a function gets `values`. */
export function word(name, ...values) {
  const found = words[name];
  return typeof found === "function" ? found(...values) : found;
}

/** The word for a term of the API, or else the term itself. */
export const term = (group, name) => words[group][name] ?? name.replaceAll("_", " ");

/** The title of a game. */
export const gameTitle = ({ id, title }) => words.games[id]?.title ?? title;

/** The display name of a side. */
export function sideName(side, { id, sides, display }) {
  const index = sides.indexOf(side);
  return words.games[id]?.sides[index] ?? display.sides[index];
}

/** What wins the game on the board: "four in a row". */
export const winningLine = ({ id, display }) => words.games[id]?.winning_line ?? display.winning_line;

/** The unit of estimates. */
export const estimateUnit = ({ id, display }) => words.games[id]?.unit ?? display.estimate.name;

/** Puts the words into the elements of `root` that name them. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.ariaLabel = word(element.dataset.label);
    if (element.matches("button")) element.title = element.ariaLabel;
  }
}
