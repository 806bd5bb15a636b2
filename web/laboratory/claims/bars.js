// Figures of a claim as bars: what is measured, beside what is printed and what theory expects.

import { svg } from "../../dom.js";
import { word } from "../words.js";
import { figureText } from "./figures.js";

const WIDTH = 300;
const BAR = 12;
const GAP = 5;
const LABEL = 15;
/** From this ratio on, lengths are logarithms: shorter bars would vanish. */
const LOGARITHMIC = 40;

/** A chart; undefined where all figures are the same or have no size. */
export function bars(measured) {
  const values = measured.flatMap(({ value, printed, expected }) => [value, printed, expected]).filter((value) => value !== undefined);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least < 0 || most === 0) return undefined;
  const isLogarithmic = least > 0 && most / least > LOGARITHMIC;
  const length = (value) => Math.max(1, WIDTH * (isLogarithmic ? Math.log(1 + value) / Math.log(1 + most) : value / most));
  let y = 0;
  const parts = measured.flatMap(({ label, value, printed, expected }) => {
    const own = [svg("text", { x: 0, y: y + 11 }, label)];
    y += LABEL;
    for (const [kind, number] of Object.entries({ printed, measured: value, expected })) {
      if (number === undefined) continue;
      own.push(svg("rect", { class: kind, x: 0, y, width: length(number), height: BAR }));
      y += BAR + GAP;
    }
    return own;
  });
  const tell = ({ label, value, printed }) => word("claims.bar", label, figureText(value), printed === undefined ? undefined : figureText(printed));
  const name = `${measured.map(tell).join("; ")}.${isLogarithmic ? ` ${word("claims.logarithms")}` : ""}`;
  const legend = ["printed", "measured", "expected"].filter((kind) => kind === "measured" || measured.some((one) => one[kind] !== undefined));
  let x = 0;
  const keys = legend.flatMap((kind) => {
    const key = [svg("rect", { class: kind, x, y: y + 4, width: 10, height: 10 }), svg("text", { x: x + 14, y: y + 13 }, word(`claims.legend.${kind}`))];
    x += 90;
    return key;
  });
  const note = isLogarithmic ? [svg("text", { x: 0, y: y + 32 }, word("claims.logarithms"))] : [];
  const height = y + (isLogarithmic ? 40 : 20);
  return svg("svg", { class: "bars", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: "img", "aria-label": name }, ...parts, ...keys, ...note);
}
