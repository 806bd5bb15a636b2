// Questions about single steps of a search: what comes next, whether it cuts, how far up the bound comes from, which
// value goes up. Each is asked before the step that answers it.

import { parentOf } from "./trace.js";
import { number, word } from "./words.js";

export const KINDS = ["next", "cut", "reach", "value"];

/** The signs before a score, by the kind of bound. */
const SIGNS = { exact: "=", lower: "≥", upper: "≤" };

/**
 * A question: the steps that are shown with it, its node, the keys of its answers, the right one, and the step that
 * answers it.
 * @typedef {{kind: string, step: number, path: string, answers: string[], right: string, until: number}} Question
 */

/**
 * All questions of a kind about a search.
 * @param {import("./trace.js").Trace} trace
 * @param {Map<string, object>} places the nodes of the picture by path
 * @returns {Question[]}
 */
export function questionsOf(kind, trace, places) {
  const { events } = trace;
  const make = { next: nextStep, cut: cutOrNot, reach: reachOfBound, value: valueUp }[kind];
  return events.slice(1).flatMap((next, at) => {
    const question = make(events[at], next, places, events.slice(at + 1));
    const { steps = 1, ...rest } = question ?? {};
    return question ? [{ kind, step: at + 1, until: at + 1 + steps, ...rest }] : [];
  });
}

/** The node whose child has just been finished or become the best, and whether it has more children. */
function afterChild({ event, path, child }, places) {
  if (event === "improve") return { path, isLast: child + 1 === places.get(path).children.length };
  if (event !== "leave" || path === "") return undefined;
  const parent = parentOf(path);
  return { path: parent, isLast: Number(path.split(".").at(-1)) + 1 === places.get(parent).children.length };
}

function nextStep(last, next, places) {
  const { path, isLast } = afterChild(last, places) ?? {};
  const answers = [last.event === "leave" && "improve", !isLast && "enter", !isLast && "cut", "leave"].filter(Boolean);
  return path !== undefined && answers.length > 2 && answers.includes(next.event) ? { path, answers, right: next.event } : undefined;
}

function cutOrNot(last, next, places) {
  if (last.event !== "improve") return undefined;
  const { path, isLast } = afterChild(last, places);
  return isLast ? undefined : { path, answers: ["yes", "no"], right: next.event === "cut" ? "yes" : "no" };
}

function reachOfBound(last, { event, path, cutoff }) {
  // Nearer to the root there is nothing further up that could cut.
  if (event !== "cut" || cutoff.from === null || cutoff.reach === "window" || path.split(".").length < 3) return undefined;
  // The parent would have cut, and an ancestor is sure: both answers would have their reasons.
  if (cutoff.reach === "shallow" && cutoff.from !== parentOf(path)) return undefined;
  return { path, answers: ["shallow", "deep"], right: cutoff.reach };
}

/** The value of a node above leaves, asked when it is entered. */
function valueUp({ event, path }, next, places, later) {
  const { kind, children } = places.get(path);
  if (event !== "enter" || children.length < 2 || children.some((child) => child.kind !== "leaf")) return undefined;
  const end = later.findIndex((other) => other.event === "leave" && other.path === path);
  const { score, bound } = later[end];
  const values = children.map(({ value }) => value);
  const worst = kind === "max" ? Math.min(...values) : Math.max(...values);
  const told = (sign, value) => `${sign} ${number(value)}`;
  const right = told(SIGNS[bound], score);
  // Where nothing is cut the value is known, whatever the search tells of it.
  const isCut = later.slice(0, end).some((other) => other.event === "cut" && other.path === path);
  const other = isCut ? "exact" : bound === "upper" || (bound === "exact" && kind === "max") ? "lower" : "upper";
  const others = [told(SIGNS[other], score), told("=", worst), told("=", values[0]), told("=", values.at(-1))];
  return { path, answers: [...new Set([right, ...others])].slice(0, 4), right, steps: end + 1 };
}

/** The text of an answer. @param {(path: string) => string} name */
export function answerText({ kind, path }, key, trace, name) {
  if (kind === "value") return key;
  const { current } = trace;
  const last = current.event === "improve" ? current.child : Number(current.path.split(".").at(-1));
  const parent = path === "" ? "" : name(parentOf(path));
  return word(`practice.answers.${key}`, { node: name(path), child: name(path === "" ? String(last + 1) : `${path}.${last + 1}`), score: number(current.score ?? 0), parent });
}

/**
 * Why an answer is wrong or the right one right: which bound, whose, and where it comes from.
 * @param {import("./trace.js").Trace} before at the question @param {import("./trace.js").Trace} after at its answer
 * @param {(trace: object) => import("./narrator.js").Narrator} narrate
 */
export function explain({ kind, path, right }, key, before, after, narrate, name) {
  const told = narrate(after);
  const facts = before.at(path);
  const isMax = facts.kind === "max";
  const values = { isMax, node: name(path), best: facts.best === undefined ? undefined : number(facts.best) };
  const official = `${told.sentence}. ${capital(told.because)}`;
  if (kind === "reach") {
    const { sure, cutoff: { from, bound } } = after.current;
    return word("practice.why.reach", { ...values, bound: number(sure ?? bound), there: name(from), parent: name(parentOf(path)), isDeep: right === "deep" });
  }
  const isOpen = (key === "cut" || kind === "cut") && after.current.event !== "cut";
  if (isOpen) return notCut(facts, values, narrate(before));
  if (kind === "next" && key === "improve" && right !== "improve") return word("practice.why.notBetter", { ...values, score: number(before.current.score) });
  if (kind === "next" && key === "leave" && right === "enter") return `${word("practice.why.left", { ...values, child: name(after.current.path) })} ${notCut(facts, values, narrate(before))}`;
  if (kind === "value") {
    const cut = after.events.slice(before.step, after.step).findIndex((event) => event.event === "cut" && event.path === path);
    if (cut >= 0) return `${narrate(after.copy().go(before.step + cut + 1)).sentence}. ${capital(official)}`;
    const seen = after.events.slice(before.step, after.step).filter((event) => event.event === "leaf").map(({ value }) => number(value));
    return `${word("practice.why.takes", { ...values, seen: seen.join(", ") })} ${capital(official)}`;
  }
  return official;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Why a node is not cut: the bound of the opponent, and where it comes from. */
function notCut({ path, kind, window, best }, values, narrator) {
  const end = kind === "max" ? window.beta : window.alpha;
  if (Math.abs(end) === Infinity) return word("practice.why.unbounded", values);
  return word("practice.why.open", { ...values, hasBest: best !== undefined, bound: number(end), known: narrator.known(kind === "max" ? "min" : "max", end, path) });
}
