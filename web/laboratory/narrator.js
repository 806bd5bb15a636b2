// What a search does and why, in the words of the page: of its step, of a node, of what it left out.

import { parentOf } from "./trace.js";
import { infinityOf, isNull, number, valueOf, windowText, word } from "./words.js";

/** Searches that visit every node. */
const EXHAUSTIVE = ["minimax", "negamax", "m-n-minimax", "minimax-table", "expectimax", "expectiminimax"];

/** The numbers of visits that a text has. */
const MOST = 12;

/** The signs between a value and its bound, and the bound that it is for the other player. */
const SIGNS = { exact: "=", lower: "≥", upper: "≤" };
const TURNED = { exact: "exact", lower: "upper", upper: "lower" };

/** How the searches of a convention tell the values of a node: for the player to move, or a single one. */
const MOVERS = ["mover", "stack"];
const SINGLE = ["stored", "stack"];

const negated = (value) => 0 - value;
/** A window as the other player sees it. */
export const negatedWindow = ({ alpha, beta }) => ({ alpha: negated(beta), beta: negated(alpha) });
const boundName = (isMax) => (isMax ? "α" : "β");

export class Narrator {
  #trace;
  #name;
  #search;
  #convention;

  /**
   * @param {import("./trace.js").Trace} trace its values are for Max
   * @param {(path: string) => string} name
   * @param {string} search
   * @param {string} convention in which the search tells its values
   */
  constructor(trace, name, search, convention = "max") {
    this.#trace = trace;
    this.#name = name;
    this.#search = search;
    this.#convention = convention;
  }

  /** The last event as a sentence; a cutoff with its reason. */
  get sentence() {
    const event = this.#trace.current;
    const { event: kind, path } = event;
    if (kind === "cut") return `${word("events.cut", { ...event.cutoff, node: this.#name(path) })}: ${this.#reason(event)}`;
    const values = this.#named(event);
    if (this.#convention === "mover") {
      if (kind === "improve") return word("movers.improve", values);
      if (["enter", "leaf", "leave"].includes(kind)) return word("movers.of", word(`events.${kind}`, values), values.isMax);
    }
    const isOwn = { stored: ["enter", "improve", "leave"], stack: ["enter", "leaf", "improve", "leave"] }[this.#convention]?.includes(kind);
    return word(`${isOwn ? this.#convention : "events"}.${kind}`, values);
  }

  /** True if the values of a node are told for Min. */
  #isForMin(path) {
    return MOVERS.includes(this.#convention) && this.#trace.mover(path) === "min";
  }

  /** A value of a node as it is told, and a window. */
  #view = (path, value) => number(this.#isForMin(path) ? negated(value) : value);
  #window = (path, window) => windowText(this.#isForMin(path) ? negatedWindow(window) : window);

  /** An event with its node and values as texts. */
  #named({ path, window, cutoff, path_values: held = [], ...event }) {
    const view = (value) => this.#view(path, value);
    const [isForMin, isMax, ply] = [this.#isForMin(path), this.#trace.mover(path) === "max", plyOf(path)];
    const values = Object.entries(event).map(([name, value]) => [name, ["score", "value", "lower", "upper", "merit"].includes(name) ? view(value) : value]);
    const child = this.#name.isLetters ? this.#name(childOf(path, event.child)) : word("child", event.child);
    const named = { ...Object.fromEntries(values), child, node: this.#name(path), window: window && this.#window(path, window), isMax, ply };
    if (isForMin) Object.assign(named, { lower: named.upper, upper: named.lower, bound: TURNED[named.bound] });
    if (event.score !== undefined) named.negated = number(isForMin ? event.score : negated(event.score));
    const last = held.at(-1);
    return { ...named, own: boundName(isMax), held: last === undefined ? "" : number(last), above: ply >= 2 ? ply - 2 : undefined };
  }

  #reason(event) {
    const { path, window, sure, path_values: held = [], cutoff: { kind, score, bound, from, rest, probed } } = event;
    const isMax = kind === "beta";
    const [here, there] = [this.#name(path), from === null ? undefined : this.#name(from)];
    const values = { isMax, here, there, score: this.#view(path, score), ply: plyOf(path), own: boundName(isMax), other: boundName(!isMax) };
    if (this.#convention === "stack") return word("stack.cut", { ...values, above: number(isMax ? negated(bound) : bound) });
    if (this.#convention === "stored") {
      const end = isMax ? window.beta : window.alpha;
      return word("stored.cut", { ...values, held: number(from === null ? end : held[plyOf(from)] ?? sure) });
    }
    if (rest !== undefined) return word("reasons.chance", { ...values, first: word("reasons.window", { window: windowText(window), end: number(isMax ? window.beta : window.alpha) }), rest: number(rest), probed });
    const isForMover = this.#convention === "mover";
    const first = from === null ? this.#question(path, window, isForMover || isMax)
      : isForMover ? word("movers.sure", { isMax, there, own: number(isMax ? negated(sure) : sure), negated: number(isMax ? sure : negated(sure)) })
      : word("reasons.sure", { isMax, sure: number(sure), there });
    return word(isForMover ? "movers.and" : "reasons.and", { ...values, first });
  }

  /** True if a window has no room; a mean, the value of Star1 and Star2, may be between two integers. */
  #isNull(window) {
    return isNull(window) && !this.#search.startsWith("star");
  }

  /** What a window asks, where it cuts at its upper end. */
  #question(path, window, isUpper) {
    const shown = this.#isForMin(path) ? negatedWindow(window) : window;
    const kind = this.#isNull(window) ? "reasons.nullWindow" : "reasons.window";
    return word(kind, { isMax: isUpper, window: windowText(shown), end: number(isUpper ? shown.beta : shown.alpha) });
  }

  /** Why the step is taken. */
  get because() {
    const event = this.#trace.current;
    const because = { enter: () => this.#whyEnter(event), improve: () => this.#whyImprove(event), cut: () => this.#whyCut(event), leave: () => this.#whyLeave(event) }[event.event];
    return because ? because() : word(`because.${event.event}`, this.#named(event));
  }

  #whyEnter({ path, window: { alpha, beta } }) {
    const facts = this.#trace.at(path);
    if (facts.isAgain) return word("because.again");
    if (EXHAUSTIVE.includes(this.#search)) return word("because.every");
    if (this.#isAfterChance(path)) return word("because.afterChance", windowText({ alpha, beta }));
    const infinity = infinityOf({ alpha, beta });
    if (infinity) return word("because.atInfinity", infinity > 0);
    if (this.#isNull({ alpha, beta })) return word("because.question", number(beta));
    const known = [];
    if (alpha !== -Infinity) known.push(this.known("max", alpha));
    if (beta !== Infinity) known.push(this.known("min", beta));
    if (known.length === 0) return word(path === "" ? "because.begin" : "because.open");
    return word("because.inside", known, known.length === 2);
  }

  /** True below a chance node, where windows are not what the players are sure of. */
  #isAfterChance(path) {
    for (let above = parentOf(path); above !== undefined; above = parentOf(above)) if (this.#trace.at(above).kind === "chance") return true;
    return false;
  }

  /** What a player is sure of on the way to the node, and where. */
  known(kind, value) {
    const { stack } = this.#trace;
    const again = stack.findLast(({ path, first }) => path !== "" && first === value && this.#trace.at(parentOf(path)).kind === kind);
    const has = (name) => stack.findLast((facts) => facts.kind === kind && facts[name] === value);
    if (this.#search.startsWith("m-n-")) return word("because.noMatter", { isMax: kind === "max", value: number(value) });
    const place = has("sure") ?? has("best") ?? (again && this.#trace.at(parentOf(again.path)));
    return word("because.known", { isMax: kind === "max", value: number(value), there: place && this.#name(place.path) });
  }

  /** True if a child may be worse for the player to move than what has come back from it. */
  #isOnlyBound(path, child) {
    return this.#trace.at(childOf(path, child)).bound === (this.#trace.at(path).kind === "max" ? "upper" : "lower");
  }

  #whyImprove({ path, child, score }) {
    const { kind, before } = this.#trace.at(path);
    const isMax = kind === "max";
    const why = this.#isOnlyBound(path, child) ? word("because.onlyBound", { isMax, child: this.#name(childOf(path, child)), score: number(score) })
      : before === undefined ? word("because.first", { isMax, node: this.#name(path) })
      : word("because.better", { isMax, score: number(score), before: number(before) });
    return [why, this.#empty(path)].filter(Boolean).join(". ");
  }

  /** Two searches that have proven the two halves of a score, if they have; one that looks less deep proves none. */
  #bothProofs(path, score) {
    const { first, kind } = this.#trace.at(path);
    if (first !== score || this.#search === "late-move-reductions") return undefined;
    return word("because.bothProofs", { node: this.#name(path), score: number(score), isMax: kind === "max" });
  }

  #whyCut({ path, sure, cutoff: { kind, score, from, reach } }) {
    const both = this.#bothProofs(path, score);
    if (both) return both;
    const values = { isMax: kind === "beta", isBetter: sure !== score, here: this.#name(path), there: from === null ? undefined : this.#name(from), parent: path === "" ? undefined : this.#name(parentOf(path)), isParent: from === parentOf(path) };
    return [reach !== "window" && this.#empty(path), word(`because.${reach}`, values)].filter(Boolean).join(". ");
  }

  /** Why a window whose ends have met or crossed decides, where windows are told. */
  #empty(path) {
    const facts = this.#trace.at(path);
    if (SINGLE.includes(this.#convention) || facts.kind === "chance") return undefined;
    const window = this.#trace.windowAt(facts);
    const { alpha, beta } = this.#isForMin(path) ? negatedWindow(window) : window;
    return alpha < beta ? undefined : word("because.empty", { window: windowText({ alpha, beta }), alpha: number(alpha), beta: number(beta) });
  }

  #whyLeave({ path, score, bound }) {
    const facts = this.#trace.at(path);
    const parent = path === "" ? undefined : this.#name(parentOf(path));
    if (facts.kind === "leaf") return word((facts.value ?? score) === score ? "because.up" : "because.clamped", { parent, value: number(facts.value), score: number(score) });
    if (facts.kind === "chance" && bound === "exact") return word("because.mean", { parent });
    const both = this.#bothProofs(path, score);
    if (both) return both;
    const values = { isMax: facts.kind === "max", score: number(score), window: windowText(facts.window), parent };
    const isInside = facts.window.alpha < score && score < facts.window.beta;
    const why = bound === "exact" ? (this.#search === "late-move-reductions" ? "reduced" : "exact")
      : facts.isCut ? "afterCut" : isInside ? "inexact" : "outside";
    return word(`because.${why}`, { ...values, isLower: bound === "lower" });
  }

  /** A node in words. @param {object} place of a picture @param {object} look how it looks now */
  about(place, look) {
    const { path, kind } = place;
    const { visits, evaluations, ...facts } = this.#trace.at(path);
    const { status, listed } = look;
    const isForMover = MOVERS.includes(this.#convention);
    const bound = facts.bound && (this.#isForMin(path) ? TURNED[facts.bound] : facts.bound);
    const numbers = (name, list) => list.length > 0 && word(`about.${name}`, list.slice(0, MOST).join(", ") + (list.length > MOST ? ", …" : ""), list.length > 1);
    return [
      kind === "chance" ? word("about.chance") : kind !== "leaf" ? word("about.toMove", kind === "max")
        : isForMover ? word("about.leafFor", this.#view(path, place.value), this.#trace.mover(path) === "max") : word("about.leaf", number(place.value)),
      place.move && word("about.move", place.move),
      place.chance && word("about.odds", place.chance),
      status === "finished" && word("about.value", SIGNS[bound], this.#view(path, facts.score)),
      status === "open" && facts.best !== undefined && word("about.best", this.#view(path, facts.best)),
      this.#bounds(path, facts, status),
      listed && word("about.listed", listed.solved, number(valueOf(listed.merit))),
      numbers("visits", visits),
      numbers("evaluations", evaluations),
    ].filter(Boolean).join("; ");
  }

  /** The bounds with which a node is searched, in words. */
  #bounds(path, facts, status) {
    const mover = this.#trace.mover(path);
    if (!facts.window || (this.#convention === "stack" && status !== "open")) return undefined;
    if (SINGLE.includes(this.#convention)) {
      const held = number(singleValue(this.#convention, mover, facts));
      return this.#convention === "stack" ? `[${plyOf(path)}] = ${held}` : `${boundName(mover === "max")} = ${held}`;
    }
    const window = status === "open" ? this.#trace.windowAt({ ...facts, kind: this.#trace.at(path).kind }) : facts.window;
    return word("about.window", this.#window(path, window));
  }

  /** Why a node was left out. @param {object} reason of a replay @param {string} path of the node */
  leftOut({ event, cutoff, ply }, path) {
    if (!cutoff) return word("reasons.done", { ply, there: this.#name(path.split(".").slice(0, ply).join(".")) });
    const { searched, skipped } = event.cutoff;
    return word("reasons.leftOut", { reason: this.#reason(event), here: this.#name(event.path), searched, children: searched + skipped });
  }

  /** Why the rest of a node was cut. @param {object} reason of a replay */
  cut({ event }) {
    const { searched, skipped } = event.cutoff;
    return word("reasons.cutAfter", { searched, children: searched + skipped, reason: this.#reason(event) });
  }
}

const childOf = (path, child) => (path === "" ? String(child) : `${path}.${child}`);
const plyOf = (path) => (path === "" ? 0 : path.split(".").length);

/**
 * The single value that a node holds: stored, its best score; in a stack, the bound of its player, as that player sees it.
 * @param {string} convention @param {string} mover the player to move @param {import("./trace.js").Facts} facts
 */
export function singleValue(convention, mover, { window, best }) {
  const isMax = mover === "max";
  if (convention === "stored") return best ?? (isMax ? -Infinity : Infinity);
  return isMax ? Math.max(window.alpha, best ?? -Infinity) : negated(Math.min(window.beta, best ?? Infinity));
}
