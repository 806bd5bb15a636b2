// Numbers in words, and the words of the laboratory in the language of the page.

import { html } from "../dom.js";
import { knownLanguage } from "../language.js";
import * as settings from "../settings.js";

/** The languages, by their tags: a module in words/ each. */
const LANGUAGES = { en: "English", de: "Deutsch" };

let words;

/** Speaks the language that the browser remembers or, if there is none, the first of its own that is known; a list offers
 *  the others. @param {string[]} parts what the page begins with, beside the words of all pages */
export async function speak(list, ...parts) {
  const language = knownLanguage(settings.get("language"), LANGUAGES);
  document.documentElement.lang = language;
  ({ default: words } = await import(`./words/${language}.js`));
  await Promise.all(parts.map(addWords));
  translate(document);
  list.append(...Object.entries(LANGUAGES).map(([value, name]) => html("option", { value }, name)));
  list.value = language;
  list.onchange = () => {
    settings.set("language", list.value);
    location.reload();
  };
}

/** Loads the words of a part that the page does not begin with. */
export async function addWords(part) {
  Object.assign(words, (await import(`./words/${document.documentElement.lang}-${part}.js`)).default);
}

/** A word, by its name; a function gets `values`. Names of groups are joined by dots. */
export function word(name, ...values) {
  const found = name.split(".").reduce((group, part) => group?.[part], words);
  return typeof found === "function" ? found(...values) : found;
}

/** Puts the words into the elements of `root` that name them. */
function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of root.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
  for (const element of root.querySelectorAll("[data-title]")) element.title = word(element.dataset.title);
}

/** The searches, the trees and the games as the service lists them, with what it says of them in the language of the
 *  page, where there are words for it. */
export function inWords({ searches }, { trees }, { games }) {
  const told = (kind, entry, parts) => ({ ...entry, ...Object.fromEntries(parts.map((part) => [part, word(`named.${kind}`, entry.id, part, entry[part])])) });
  return {
    catalogue: searches.map((entry) => ({ ...told("search", entry, ["name", "summary"]), paper: word("named.paper", entry.paper) })),
    trees: trees.map((tree) => told("tree", tree, ["title", "summary", "source"])),
    games: games.map((game) => ({ ...game, title: word("named.game", game.title) })),
  };
}

const SIGNS = { lower: "≥", upper: "≤" };

/** A score with a minus sign, and with ≤ or ≥ if it is a bound. */
export const score = (value, bound) => (SIGNS[bound] ?? "") + String(value).replace("-", "−");

/** A number with separators of thousands. */
export const count = (value) => value.toLocaleString(locale());

/** A number with so many decimal places. */
export const decimal = (value, places) => value.toLocaleString(locale(), { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });

/** The tag of the language for numbers. */
export const locale = () => ({ de: "de-DE" }[document.documentElement.lang] ?? "en-GB");

const INFINITE = 2_147_483_647;

/** A value of an event as a number: infinities are texts there. */
export const valueOf = (value) => ({ inf: Infinity, "-inf": -Infinity }[value] ?? value);

/** Numbers as the language writes them. */
export const localized = (text) => (locale() === "de-DE" && text?.includes(".") ? text.replaceAll(", ", "; ").replaceAll(".", ",") : text);

function plain(value) {
  const size = Math.abs(value);
  const infinity = value < 0 ? "−∞" : "+∞";
  if (size === Infinity) return infinity;
  if (size === INFINITE - 1) return `${value < 0 ? ">" : "<"}${infinity}`;
  // Halves away from zero, as the service rounds them.
  return String(Math.sign(value) * Math.round(size * 100) / 100).replace("-", "−");
}

/** A number or an infinity, or a bound next to one, as text; a mean with at most two decimal places. */
export const number = (value) => localized(plain(value));

/** The infinity that a null window is next to, if it is: no value is beyond, so the search can fail on one side only. */
export const infinityOf = ({ alpha, beta }) =>
  (beta === Infinity && alpha === INFINITE - 1 ? Infinity : alpha === -Infinity && beta === 1 - INFINITE ? -Infinity : undefined);

/** True if no value is inside a window. */
export const isNull = (window) => window.beta === window.alpha + 1 || infinityOf(window) !== undefined;

export const windowText = ({ alpha, beta }) => localized(`(${plain(alpha)}, ${plain(beta)})`);
