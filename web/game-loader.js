// Games from texts that are typed, pasted, dropped or opened as files.

import { button, fill, html } from "./dom.js";
import { Node } from "./game-tree.js";
import { BestmoveProblem, readGames } from "./service.js";
import { word } from "./words.js";

/** Loads the game in a text, or lets the person choose one of several. Returns the problem of a text that
 *  is refused. */
export async function loadText(game, text, notice, open) {
  try {
    const { games } = await readGames(game.id, text);
    if (games.length === 1) open(placeOf(game, games[0]));
    else choose(game, games, notice, open);
    return undefined;
  } catch (error) {
    if (!(error instanceof BestmoveProblem)) throw error;
    return error;
  }
}

/** The place at the end of a recorded game. */
function placeOf(game, { start, moves }) {
  const root = new Node();
  root.playAll(moves);
  return { start: start === game.start ? undefined : start, node: root.end };
}

function choose(game, records, notice, open) {
  const buttons = records.map((record, index) => button(title(record, index), () => {
    notice.hidden = true;
    open(placeOf(game, record));
  }));
  fill(notice, html("h2", {}, word("choose_game", records.length)), ...buttons);
  notice.hidden = false;
}

/** The number of a record and its players or, without players, its event. */
function title({ tags }, index) {
  const value = (wanted) => tags.find(({ name }) => name === wanted)?.value;
  const players = [value("Black"), value("White")].filter(Boolean).join(" – ");
  return `${index + 1}. ${players || value("Event") || word("game")}`;
}

/** Calls `onload` with each text that is pasted or dropped on the page, except into a field. */
export function listenForTexts(onload) {
  const receive = (text) => text.trim() && onload(text);
  addEventListener("paste", ({ target, clipboardData }) => {
    if (!target.matches?.("input, textarea")) receive(clipboardData.getData("text"));
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    receive(file ? await file.text() : event.dataTransfer.getData("text"));
  });
}
