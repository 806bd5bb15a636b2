// Which lines of a program are in force at a step of its search, and the values of its variables there.

import { PROGRAMS } from "./programs.js";
import { parentOf } from "./trace.js";
import { isNull, number } from "./words.js";

/** The events of a child that a line of its parent's rule tells. */
const OF_PARENT = ["research", "reduce", "probe_child"];

/**
 * The program of a search; undefined if there is none.
 * @typedef {{lines: {text: string, indent: number, events: string[]}[], names: string[], isMovers: boolean}} Program
 * @returns {Program | undefined}
 */
export function programOf(search) {
  const [text, names, isMovers = false] = PROGRAMS[search] ?? [];
  const lines = text?.trim().split("\n").map((line) => {
    const [events, code] = line.split(/ *\| /);
    return { text: code.trim(), indent: code.search(/\S/), events: events.trim().split(/ +/) };
  });
  return lines && { lines, names, isMovers };
}

/** What the search did at the node whose rule is in force, with the player to move at a leaf too.
 *  @param {import("./trace.js").Trace} trace */
export function ruleFacts(trace) {
  const { current: { event, path }, top } = trace;
  if (OF_PARENT.includes(event)) return trace.at(parentOf(path));
  return top.kind === "leaf" && path !== "" ? { ...top, isLeaf: true, kind: trace.at(parentOf(path)).kind === "max" ? "min" : "max" } : top;
}

/** The lines in force after an event at a node: the rule of a leaf before that of its player. */
export function inForce({ lines }, event, facts) {
  const name = nameOf(event, facts);
  const of = (...keys) => lines.filter(({ events }) => events.some((key) => keys.includes(key)));
  const own = facts.isLeaf ? of(`leaf.${name}`) : [];
  const mode = facts.window && isNull(facts.window) ? "test" : "eval";
  return own.length > 0 ? own : of(name, ...[facts.kind, mode, event.bound].map((part) => `${part}.${name}`));
}

/** An event as the programs name it: a leaf goes up, and a list gets its first state, a child, the next one or a solved
 *  node. */
function nameOf({ event, path, solved }, { isLeaf }) {
  if (event === "leave" && isLeaf) return "up";
  if (event !== "insert") return event;
  if (solved) return "solve";
  return path === "" ? "begin" : path.split(".").at(-1) === "0" ? "insert" : "next";
}

/**
 * The values of the variables after an event, or as its condition finds them, before what follows from it.
 * @param {Program} program @param {import("./trace.js").Trace} trace
 * @returns {Record<string, number | undefined>}
 */
export function valuesOf({ isMovers }, trace, isCondition = false) {
  const { proven, current: { event, merit } } = trace;
  const { score, ...facts } = ruleFacts(trace);
  const isMax = facts.kind === "max";
  const isTurned = isMovers && !isMax;
  const own = (value) => (value === undefined ? undefined : isTurned ? 0 - value : value);
  const isBefore = isCondition && event === "improve";
  const best = isBefore ? facts.before ?? (isMax ? -Infinity : Infinity) : facts.best;
  const window = facts.window && (event === "fail" ? facts.window : trace.windowAt({ ...facts, best }));
  const [alpha, beta] = [own(window?.alpha), own(window?.beta)];
  const room = event === "cut" && facts.kind === "chance" ? trace.at(facts.lastChild).window : undefined;
  return {
    α: isTurned ? beta : alpha,
    β: isTurned ? alpha : beta,
    a: room?.alpha,
    b: room?.beta,
    best: own(best),
    v: own(event === "fail" ? score : facts.last ?? score),
    γ: proven.question?.beta,
    lower: proven.lower,
    upper: proven.upper,
    f: score,
    h: merit,
  };
}

/** The condition of a line with its variables filled in, as the search finds it; undefined if not all are known. */
export function filledIn(program, text, trace) {
  const [, condition] = /^(?:if|until) ([^:,]*[<>≥≤=][^:,]*)/.exec(text) ?? [];
  if (!condition) return undefined;
  const values = valuesOf(program, trace, true);
  const variables = new RegExp(program.names.map((name) => (/[a-z]/.test(name) ? `\\b${name}\\b` : name)).join("|"), "g");
  const used = condition.match(variables) ?? [];
  if (used.length === 0 || used.some((variable) => values[variable] === undefined)) return undefined;
  return condition.replace(variables, (variable) => number(values[variable]));
}
