// The names of nodes: letters, as in textbooks, or the numbers of the children on the way from the root.

import { word } from "./words.js";

const LETTERS = 26;

/** A, B … Z, AA, AB … */
export const letters = (number) =>
  (number < LETTERS ? "" : letters(Math.floor(number / LETTERS) - 1)) + String.fromCharCode(65 + (number % LETTERS));

/**
 * The names of nodes by path. By letters a node with children has the next one, from top to bottom and left to right,
 * and a leaf the letter of its parent with its number from 1.
 * @param {{path: string, kind: string, parent?: number}[]} nodes those of a picture, by plies
 * @param {string | undefined} style "paths", or letters
 * @returns {((path: string) => string) & {isLetters?: boolean}}
 */
export function namesOf(nodes, style) {
  if (style === "paths") return (path) => path || word("theRoot");
  const names = new Map();
  let inner = 0;
  for (const { path, kind, parent } of nodes) {
    const isLeaf = kind === "leaf" && parent !== undefined;
    names.set(path, isLeaf ? names.get(nodes[parent].path) + (Number(path.split(".").at(-1)) + 1) : letters(inner));
    if (!isLeaf) inner += 1;
  }
  return Object.assign((path) => names.get(path) ?? path, { isLetters: true });
}
