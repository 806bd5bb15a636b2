// A board in a frame of another page: /embed/{game}?moves=…&level=…&side=…&flipped&scores&lang=…

import "/board.js";
import { closestLanguage, html } from "/board/dom.js";
import { personsSides } from "/board/settings.js";
import { wordsFor } from "/board/words.js";
import { connect, games } from "/client.js";

/** The parameters that are attributes of the board. */
const ATTRIBUTES = ["position", "moves", "level", "seed", "side", "flipped", "scores", "time-ms"];

/** The level of a board without one. The page would choose another for a game without moves. */
const FULL_STRENGTH = 10;

const parameters = new URLSearchParams(location.search);
const game = location.pathname.split("/").at(-1);
if (parameters.has("lang")) document.documentElement.lang = parameters.get("lang");

const board = document.createElement("bestmove-board");
board.setAttribute("game", game);
for (const name of ATTRIBUTES) {
  if (parameters.has(name)) board.setAttribute(name, parameters.get(name));
}
document.getElementById("main").append(board);

const again = html("button", { type: "button", hidden: true, onclick: playAgain }, wordsFor(closestLanguage(board)).playAgain);
document.getElementById("open").before(again);
board.addEventListener("gameover", () => { again.hidden = false; });

function playAgain() {
  again.hidden = true;
  board.restart();
  showLink();
  board.focus();
}

/** The query of the link; empty where the board shows why it cannot play. */
let query = "";
board.addEventListener("move", showLink);
showLink();
query = await readQuery().catch(() => "");
showLink();

/** Lets the link go to the same game on the page. */
function showLink() {
  const path = [game, board.moves.join(",")].filter(Boolean).join("/");
  document.getElementById("open").href = `/#${path}${query && `?${query}`}`;
}

/** The page has the person's side as its seat, and flips the board for the second side only if the link says so. */
async function readQuery() {
  const played = (await games(connect())).find(({ id }) => id === game);
  const [first, second] = played.sides;
  const sides = personsSides(parameters.get("side")?.trim() || undefined, played);
  const seat = sides.length > 1 ? "both" : (sides[0] ?? "neither");
  const level = parameters.get("level") || FULL_STRENGTH;
  const kept = Object.entries({ position: parameters.get("position"), level, seed: parameters.get("seed") }).filter(([, value]) => value);
  if (seat !== first) kept.push(["seat", seat]);
  const isFlipped = (seat === second) !== parameters.has("flipped");
  return [new URLSearchParams(kept).toString(), isFlipped && "flipped"].filter(Boolean).join("&");
}
