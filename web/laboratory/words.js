// Numbers, nodes and events in words: those of the service's pictures.

/** Values are for Max. These two are beyond every value of a tree. */
export const PLUS_INFINITY = 2 ** 31 - 1;
export const MINUS_INFINITY = -PLUS_INFINITY;
const MAX_VALUE = 1_000_000_000;

const SIGNS = { exact: "=", lower: "≥", upper: "≤" };

/** A value with a minus sign, an infinity, or a number next to one. */
export function number(value) {
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size <= MAX_VALUE) return sign + size;
  const infinity = value < 0 ? "−∞" : "+∞";
  return size === PLUS_INFINITY ? infinity : `${infinity}${value < 0 ? "+" : "−"}${PLUS_INFINITY - size}`;
}

/** The value in a text of the service. */
export const parseNumber = (text) => Number(text.replace("−", "-"));

export const nodeName = (path) => path || "the root";
export const interval = ({ alpha, beta }) => `(${number(alpha)}, ${number(beta)})`;

/** A score, with ≤ or ≥ if it is a bound. */
export const score = (value, bound) => (bound === "exact" ? "" : SIGNS[bound]) + number(value);

export const plural = (count, one, many = `${one}s`) => (count === 1 ? one : many);

/** A number with separators of thousands. */
export const count = (value) => value.toLocaleString("en-GB");

const SENTENCES = {
  pass: ({ window, depth }) => `a pass ${depth === null ? "" : `of ${depth} ${plural(depth, "ply", "plies")} `}with the window ${interval(window)}`,
  enter: ({ window }, node) => `enters ${node} with the window ${interval(window)}`,
  leaf: ({ value }, node) => `evaluates ${node}: ${number(value)}`,
  improve: ({ score, child }, node) => `child ${child} is the best so far at ${node}: ${number(score)}`,
  cut: ({ cutoff: { skipped, reason } }, node) => `cuts ${skipped} ${plural(skipped, "child", "children")} of ${node}: ${reason}`,
  research: ({ window }, node) => `searches ${node} again with the window ${interval(window)}`,
  probe: ({ lower, upper, hit }, node) => `remembers that ${node} is worth ${number(lower)} to ${number(upper)}, which is ${hit ? "" : "not "}enough`,
  leave: ({ score, bound }, node) => `leaves ${node}: value ${SIGNS[bound]} ${number(score)}`,
  solved: ({ merit }, node) => `takes ${node} from the list, solved: ${number(merit)}`,
  list: ({ states }) => `${states} states in the list`,
};

/** An event as a sentence. */
export const sentence = (event) => SENTENCES[event.event](event, nodeName(event.path));

/** The two bounds that have met or crossed: β ≤ α. */
export function inequality({ kind, score, bound }) {
  const [alpha, beta] = kind === "beta" ? [score, bound] : [bound, score];
  return `${number(beta)} ≤ ${number(alpha)}`;
}

/** The reason that a node was never visited. */
export function leftOut({ cut, ply }) {
  if (cut === undefined) {
    return `never looked at: ${ply === 0 ? "the root had its value" : `its ancestor at ply ${ply} had its score`} without it`;
  }
  const { path, cutoff: { reason, searched, skipped } } = cut;
  const children = searched + skipped;
  return `never looked at: ${reason}. So ${nodeName(path)} was cut after ${searched} of ${children} ${plural(children, "child", "children")}`;
}

/** All about a node. */
export function description({ path, leaf, player, move }, node, window, why) {
  const { status, score, bound, best, visits, evaluations } = node;
  const parts = [`${nodeName(path)}, ${leaf === undefined ? `${player} to move` : `a leaf worth ${number(leaf)}`}`];
  if (move) parts.push(`move ${move}`);
  if (status === "finished") parts.push(`value ${SIGNS[bound]} ${number(score)}`);
  if (status === "open" && best !== undefined) parts.push(`best so far ${number(best)}`);
  if (window) parts.push(`window ${interval(window)}`);
  if (visits.length > 0) parts.push(`${plural(visits.length, "visit")} ${listed(visits)}`);
  if (evaluations.length > 0) parts.push(`${plural(evaluations.length, "evaluation")} ${listed(evaluations)}`);
  if (why) parts.push(leftOut(why));
  return parts.join("; ");
}

const listed = (numbers) => numbers.slice(0, 12).join(", ") + (numbers.length > 12 ? ", …" : "");
