// A board in a frame of another page: /embed/{game}?moves=…&level=…&side=…&flipped&scores&lang=…

import "/board.js";

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

const link = document.getElementById("open");
link.href = `/#${game}${parameters.has("moves") ? `/${parameters.get("moves")}` : ""}`;
link.textContent = "bestmove";
board.addEventListener("move", ({ detail: { moves } }) => (link.href = `/#${game}/${moves.join(",")}`));
