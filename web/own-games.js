// The games of the person on this device: those that are finished, with their results, and the one to go on with.

import { drawPiece } from "/board/pieces.js";
import { html, svg } from "./dom.js";
import * as settings from "./settings.js";
import { nameOf, word } from "./words.js";

/** The most games that the list has. */
const MOST = 50;

/** Remembers how far a game has come, by its fragment, and once its result. */
export function remember(session, fragment) {
  const { game, node, start, phase, viewer, outcome, isPlayed, isUnclaimed } = session;
  const isOver = phase === "over" && !isUnclaimed;
  const isNew = !node.parent && node.children.length === 0 && !start;
  if (isPlayed || isNew) keep("last", isNew || isOver ? `#${game.id}` : fragment);
  if (!isOver || !viewer || !isPlayed) return;
  session.isPlayed = false;
  const result = outcome.winner === viewer ? 0 : outcome.winner === null ? 1 : 2;
  const tally = [...tallyOf(game)];
  tally[result]++;
  settings.set("tallies", { ...settings.get("tallies"), [game.id]: tally });
  const finished = { title: game.title, link: fragment, result, date: Date.now() };
  settings.set("finished", [finished, ...settings.get("finished")].slice(0, MOST));
}

const keep = (name, value) => settings.get(name) === value || settings.set(name, value);

/** The games of the person that were won, drawn and lost. */
export const tallyOf = ({ id }) => settings.get("tallies")[id] ?? [0, 0, 0];

/** The list of finished games, each with a link to it; undefined where there are none. */
export function finishedGames() {
  const games = settings.get("finished");
  return games.length === 0 ? undefined : html("details", { id: "finished" },
    html("summary", {}, word("finished_games", games.length)),
    html("ol", { reversed: true }, ...games.map(item)));
}

function item({ title, link, result, date }) {
  const day = new Date(date).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
  return html("li", {},
    html("a", { className: "quiet", href: link, "data-key": link }, `${nameOf(title)}: ${word("finished_results")[result]}`),
    html("small", {}, day));
}

/** A board in small, with a piece of each side. */
export function picture({ board: { pieces }, sides, display }) {
  const drawn = sides.map((side, index) => {
    const piece = drawPiece(pieces.find(({ owner }) => owner === side), sides);
    for (const [name, value] of [["x", 5 + 95 * index], ["y", 5], ["width", 90], ["height", 90]]) piece.setAttribute(name, value);
    return piece;
  });
  return svg("svg", { class: `picture ${display.board}`, viewBox: "0 0 190 100", "aria-hidden": true },
    svg("rect", { width: 190, height: 100, rx: 16 }), ...drawn);
}
