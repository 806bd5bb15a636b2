// The moves that were played from the start of a game to the root of a tree: the trunk that the tree grows from.

import { svg } from "/board/dom.js";
import { smallBoard } from "./boards.js";
import { Refusal, get } from "./service.js";

/** The most moves that are shown, the last ones. */
const MOST = 9;
/** The room of a position with the move from it, and its triangle and board. */
const ROOM = 56;
const SHAPE = { width: 26, height: 20 };
const BOARD = 42;
/** The room above the root for its window. */
const GAP = 14;

/**
 * The moves of a link to a position, and the positions before each of them; undefined if the service refuses.
 * @typedef {{position: string, move: string, isRoots: boolean}} Part `isRoots`: the player at the root moves there
 * @param {{game: string, position?: string, moves: string}} link
 * @returns {Promise<{draw: (root: object, board?: object) => SVGElement} | undefined>}
 */
export async function trunkOf({ game, position = "", moves }) {
  const played = moves.split(",").filter(Boolean);
  const before = (count) => get(`/v1/${encodeURIComponent(game)}/legal-moves?${new URLSearchParams(
    Object.entries({ position, moves: played.slice(0, count).join(",") }).filter(([, value]) => value))}`);
  const first = Math.max(0, played.length - MOST);
  try {
    const positions = await Promise.all(Array.from({ length: played.length + 1 - first }, (_, at) => before(first + at)));
    const root = positions.pop();
    const parts = positions.map(({ position: here, to_move: player }, at) => ({ position: here, move: played[first + at], isRoots: player === root.to_move }));
    return { draw: (of, board) => draw(parts, first === 0, of, board) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Draws the trunk above a root, from its middle. @param {Part[]} trunk
 *  @param {boolean} isWhole whether it begins at the start */
function draw(trunk, isWhole, { kind, top: foot }, board) {
  const other = { max: "min", min: "max" }[kind] ?? kind;
  const group = svg("g", { class: "trunk", "aria-hidden": "true" });
  group.height = trunk.length * ROOM + (isWhole ? GAP : 2 * GAP);
  if (!isWhole) group.append(label("…", foot - GAP - trunk.length * ROOM - 4));
  const [half, height] = [SHAPE.width / 2, SHAPE.height];
  for (const [at, { position, move, isRoots }] of trunk.entries()) {
    const top = foot - GAP - (trunk.length - at) * ROOM;
    const small = smallBoard(position, board, BOARD);
    small?.setAttribute("transform", `translate(${half + 8} ${top + height / 2 - small.size.height / 2 + 2})`);
    group.append(
      svg("path", { class: "way", d: `M0 ${top + height}V${at === trunk.length - 1 ? foot : top + ROOM}` }),
      svg("path", { class: "shape", d: (isRoots ? kind : other) === "min" ? `M${-half} ${top}h${2 * half}L0 ${top + height}Z` : `M${-half} ${top + height}L0 ${top}L${half} ${top + height}Z` }),
      label(move, top + height + (ROOM - height) / 2 + 4), ...[small].filter(Boolean));
  }
  return group;
}

const label = (move, y) => Object.assign(svg("text", { class: "move", y }), { textContent: move });
