// Requests to the service.

import { url } from "./link.js";
import { word } from "./words.js";

/** Longer URLs are sent as a body: proxies may refuse them. */
const LONGEST_URL = 6000;

/** A refusal of the service. */
export class Refusal extends Error {
  /** @param problem what the service says @param {number} retryAfter the seconds after which it may agree, if it says so */
  constructor(problem, retryAfter) {
    super(word("problems.of", problem));
    this.field = problem.field ?? "";
    this.retryAfter = retryAfter;
  }
}

/** Asks a question about trees: as a GET, which caches may answer, unless it is long. */
export function ask(question, accept, signal) {
  const address = url(question);
  if (address.length <= LONGEST_URL) return send(address, { headers: { accept }, signal });
  return post(question.path, bodyOf(question.fields), { accept, signal });
}

/** Sends a body, and returns the answer. */
export const post = (path, body, { accept = "application/json", signal } = {}) =>
  send(path, { method: "POST", headers: { accept, "content-type": "application/json" }, body: JSON.stringify(body), signal });

export const get = (path) => send(path, {});

async function send(path, options) {
  const response = await fetch(path, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Refusal({ title: word("problems.unreachable") });
  });
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refusal(isJson ? answer : { title: word("problems.status", response.status) }, Number(response.headers.get("retry-after")));
  return answer;
}

/** The fields of a query as those of a body. */
function bodyOf({ searches, moves, ...fields }) {
  const texts = ["tree", "position", "leaf", "root", "ties", "order", "detail"];
  const value = (name, text) => (!texts.includes(name) && /^-?\d+$/.test(text) ? Number(text) : text);
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, value(name, text)])),
    ...(moves ? { moves: moves.split(",") } : {}),
    searches: searches.split(","),
  };
}
