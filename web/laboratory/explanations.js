// The meaning of the words, in a few sentences each, with the source.

import { html } from "../dom.js";

const EXPLANATIONS = [
  ["Max, Min and the value", "Every leaf is worth a number for Max. Where Max moves (△) a node is worth the largest of its children, where Min moves (▽) the smallest. Minimax computes just that, and looks at every leaf.", "von Neumann 1928; Shannon 1950"],
  ["The window (α, β)", "On the way down, α is what Max is already sure of and β what Min is already sure of. Only a value between the two can still change the result: further out, the side is enough.", "Knuth and Moore 1975"],
  ["Alpha and beta cutoffs", "At a Min node whose score has fallen to α, Max will not come here, so the other children do not matter: an alpha cutoff. At a Max node whose score has reached β, Min will not: a beta cutoff.", "Edwards and Hart 1961; Brudno 1963"],
  ["Shallow and deep cutoffs", "A shallow cutoff needs no more than what the parent's finished children have shown. A deep one needs a bound from further up: branch and bound, which asks the parent only, misses it.", "Knuth and Moore 1975"],
  ["Fail-soft and fail-hard", "When the value is outside the window, fail-hard returns the end of the window. Fail-soft returns the best score that it has found, a tighter bound from the same leaves.", "Fishburn 1981"],
  ["Null windows and second searches", "With β just above α a search only answers “more than α, or not?”, and cuts more. If the answer is yes, the exact score takes a second search: Scout, principal variation search and NegaScout bet that this is rare.", "Pearl 1980; Reinefeld 1983"],
  ["A memory of bounds", "MTD(f) asks null windows only, and remembers for each node what they have proven, so that it evaluates no leaf twice. Started from +∞ it looks at the leaves of SSS*, in the same order.", "Plaat, Schaeffer, Pijls and de Bruin 1996"],
  ["Best first: SSS*", "SSS* keeps a list of open nodes, each with an upper bound, and always goes on with the highest. It never evaluates a leaf that alpha-beta skips, but the list is long.", "Stockman 1979; Roizen and Pearl 1983"],
  ["Cut where bounds meet, or cross", "Where a score equals the bound, the rest of the node cannot change the value, so the usual form cuts. Cutting only where the bounds have crossed visits more, from the empty board of tic-tac-toe eight times the leaves; on trees without ties there is no difference.", "Knuth and Moore 1975"],
  ["The order of children", "Alpha-beta works in any order; a good one only saves more. With the best child first everywhere it visits the minimal tree: at even depths about twice the square root of all leaves, so that nearly twice the depth takes the same time.", "Levin 1961, told by Edwards and Hart; Slagle and Dixon 1969"],
  ["The smallest proof", "That the value is at least v takes one move at each Max node and all at each Min node; that it is at most v, the other way round. A proof is both. No search can do with fewer leaves.", "Knuth and Moore 1975"],
];

export const explanations = () => EXPLANATIONS.map(([name, text, source]) =>
  html("details", {}, html("summary", {}, name), html("p", {}, text), html("p", { className: "source" }, `Source: ${source}.`)));
