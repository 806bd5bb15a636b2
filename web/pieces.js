// Pieces, by their kind.

import { html, svg } from "./dom.js";

const CROSS = ["M22 22 78 78", "M78 22 22 78"];
const RING = ["M50 19a31 31 0 1 1-.01 0"];
const CROWN = "M27 62 23 38l14 9 13-19 13 19 14-9-4 24z";

const shapes = { mark, disc, man, king };

/** A piece of the first or the second side. A kind that has no shape here is a disc with its initial. */
export function drawPiece(kind, isFirst) {
  const side = isFirst ? "first" : "second";
  return shapes[kind]?.(side) ?? disc(side, kind[0].toUpperCase());
}

/** A cross for the first side, a ring for the second. */
function mark(side) {
  const strokes = (side === "first" ? CROSS : RING).map((d) => svg("path", { d, pathLength: 1 }));
  return svg("svg", { viewBox: "0 0 100 100", class: `mark ${side}`, "aria-hidden": true }, ...strokes);
}

function disc(side, text = "") {
  return html("span", { className: `disc ${side}`, "aria-hidden": "true" }, text);
}

function man(side) {
  return html("span", { className: `man ${side}`, "aria-hidden": "true" });
}

function king(side) {
  const crowned = man(side);
  crowned.append(svg("svg", { viewBox: "0 0 100 100", class: "crown" }, svg("path", { d: CROWN })));
  return crowned;
}
