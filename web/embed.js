// A board in a frame of another page: /embed/{game}?moves=…&level=…&side=…&flipped&scores&lang=…

import "/board.js";
import { closestLanguage, html } from "/board/dom.js";
import { wordsFor } from "/board/words.js";

/** The parameters that are attributes of the board. */
const ATTRIBUTES = ["position", "moves", "level", "seed", "side", "flipped", "scores", "time-ms"];

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
document.getElementById("main").append(again);
board.addEventListener("gameover", () => { again.hidden = false; });

function playAgain() {
  again.hidden = true;
  board.restart();
  board.focus();
}

const link = document.getElementById("open");
link.textContent = "bestmove";
board.addEventListener("move", ({ detail: { moves } }) => showLink(moves));
showLink(parameters.get("moves")?.split(/[\s,]+/) ?? []);

/** Lets the link go to the same game on the page. */
function showLink(moves) {
  const kept = new URLSearchParams(["position", "level", "seed"].filter((name) => parameters.has(name)).map((name) => [name, parameters.get(name)]));
  const query = kept.toString() + (parameters.has("flipped") ? "&flipped" : "");
  link.href = `/#${game}/${moves.join(",")}${query && `?${query}`}`;
}
