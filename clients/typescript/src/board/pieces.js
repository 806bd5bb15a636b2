// Pieces as pictures that need no style sheet. The sides differ by shape or lightness as well as by colour.

import { svg } from "./dom.js";

const CROSS = "var(--bestmove-cross, light-dark(#c8442c, #e8705a))";
const RING = "var(--bestmove-ring, light-dark(#2f6391, #6ea5d6))";
const DISCS = [
  "var(--bestmove-disc-first, light-dark(#d64a32, #d9573f))",
  "var(--bestmove-disc-second, light-dark(#f0b93a, #e5b043))",
];

/**
 * Discs whose side has the name of their colour.
 * @type {Record<string, string>}
 */
const FLAT = { black: "var(--bestmove-disc-black, #1f2124)", white: "var(--bestmove-disc-white, #f7f4ec)" };

const MEN = [
  { top: "var(--bestmove-man-first, #2e2a27)", ridge: "#4f4943", edge: "#0f0d0c", crown: "#ecc25c" },
  { top: "var(--bestmove-man-second, #f6eddb)", ridge: "#d6c8aa", edge: "#b5a582", crown: "#a04a15" },
];
const CROWN = "M27 62 23 36l14 10 13-20 13 20 14-10-4 26z";

/**
 * The colours of both sides, by their first kind of piece.
 * @param {{owner: string, kind: string}[]} pieces of the game
 * @param {string[]} sides
 */
export const pieceColours = (pieces, sides) => sides.map((owner, side) => {
  const { kind } = pieces.find((piece) => piece.owner === owner) ?? { kind: "" };
  if (kind === "mark") return side === 0 ? CROSS : RING;
  return kind === "man" ? MEN[side].top : (FLAT[owner] ?? DISCS[side]);
});

/** @type {Record<string, (side: 0 | 1, owner: string) => SVGElement[]>} */
const shapes = { mark, disc, man, king };

/**
 * The picture of a piece. A kind without a shape here is a disc with its initial.
 * @param {{owner: string, kind: string}} piece
 * @param {string[]} sides of the game, the first one first
 */
export function drawPiece({ owner, kind }, sides) {
  const side = owner === sides[0] ? 0 : 1;
  const parts = shapes[kind]?.(side, owner) ?? [...plainDisc(side), initial(kind)];
  return svg("svg", { viewBox: "0 0 100 100", "aria-hidden": true }, ...parts);
}

/** @param {0 | 1} side */
function mark(side) {
  const stroke = side === 0 ? CROSS : RING;
  const pen = { fill: "none", stroke, "stroke-width": 11, "stroke-linecap": "round", pathLength: 1 };
  const strokes = side === 0 ? ["M24 24 76 76", "M76 24 24 76"] : ["M50 20a30 30 0 1 1-.01 0"];
  return strokes.map((d) => svg("path", { ...pen, d }));
}

/** @param {0 | 1} side */
function plainDisc(side) {
  return [
    svg("circle", { cx: 50, cy: 50, r: 46, fill: DISCS[side] }),
    svg("circle", { cx: 50, cy: 50, r: 40.5, fill: "none", stroke: "#000", "stroke-width": 11, opacity: 0.13 }),
  ];
}

/**
 * A disc in the colour of its side's name. Else a ring is embossed in one of the first side, a diamond in one of the
 * second.
 * @param {0 | 1} side
 * @param {string} owner
 */
function disc(side, owner) {
  const fill = FLAT[owner];
  if (fill) return [svg("circle", { cx: 50, cy: 50, r: 45, fill, stroke: "light-dark(#0008, #fff6)", "stroke-width": 3 })];
  const pen = { class: "emblem", stroke: "#000", opacity: 0.26 };
  const emblem = side === 0
    ? svg("circle", { ...pen, cx: 50, cy: 50, r: 17, fill: "none", "stroke-width": 6 })
    : svg("path", { ...pen, d: "M50 31 69 50 50 69 31 50z", "stroke-width": 3, "stroke-linejoin": "round" });
  return [...plainDisc(side), emblem];
}

/** @param {0 | 1} side */
function man(side) {
  const { top, ridge, edge } = MEN[side];
  return [
    svg("circle", { cx: 50, cy: 53.5, r: 40, fill: edge }),
    svg("circle", { cx: 50, cy: 48.5, r: 40, fill: top }),
    ...[30, 20].map((r) => svg("circle", { cx: 50, cy: 48.5, r, fill: "none", stroke: ridge, "stroke-width": 3 })),
  ];
}

/** @param {0 | 1} side */
function king(side) {
  const { top, ridge, edge, crown } = MEN[side];
  return [
    svg("circle", { cx: 50, cy: 57, r: 40, fill: edge }),
    svg("circle", { cx: 50, cy: 52, r: 40, fill: ridge }),
    svg("circle", { cx: 50, cy: 50.5, r: 40, fill: edge }),
    svg("circle", { cx: 50, cy: 45.5, r: 40, fill: top }),
    svg("circle", { cx: 50, cy: 45.5, r: 33, fill: "none", stroke: ridge, "stroke-width": 2.5 }),
    svg("path", { d: CROWN, fill: crown, stroke: crown, "stroke-width": 3, "stroke-linejoin": "round" }),
  ];
}

/** @param {string} kind */
function initial(kind) {
  const letter = svg("text", { x: 50, y: 66, "text-anchor": "middle", "font-size": 46, "font-weight": 700, opacity: 0.65 });
  letter.textContent = kind[0].toUpperCase();
  return letter;
}
