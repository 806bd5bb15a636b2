// The words of the page, in each language. A word is a text, or a function that makes one.

import { wordsFor } from "/board/words.js";
import { knownLanguage } from "./language.js";

/** The languages, by their tags. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The words of each. */
const MODULES = { en: () => import("./words/en.js"), de: () => import("./words/de.js") };

let words;

/** Loads a language: that name or, if there is none, the first of the browser that is known. */
export async function setLanguage(name) {
  const known = knownLanguage(name, LANGUAGES);
  ({ default: words } = await MODULES[known]());
  document.documentElement.lang = known;
  return known;
}

/** A word of the page or of the board; a function gets `values`. */
export function word(name, ...values) {
  const found = words[name] ?? boardWords()[name];
  return typeof found === "function" ? found(...values) : found;
}

/** The word for a term of the API, or else the term itself. */
export const term = (group, name) => words[group]?.[name] ?? name.replaceAll("_", " ");

/** The words of the board. */
export const boardWords = () => wordsFor(document.documentElement.lang);

/** A name that the service gives: a title, a kind of pieces, a unit. */
export const nameOf = (name) => boardWords().name(name);

/** The display name of a side. */
export const sideName = (side, { sides, display }) => nameOf(display.sides[sides.indexOf(side)]);

/** Puts the words into the elements of `root` that name them. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.ariaLabel = word(element.dataset.label);
    if (element.matches("button")) element.title = element.ariaLabel;
  }
}
