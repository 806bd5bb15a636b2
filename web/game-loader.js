// Games from texts that are typed, pasted, dropped or opened as files.

import { button, fill, html } from "./dom.js";
import { Node } from "./game-tree.js";
import { BestmoveProblem, readGames } from "./service.js";
import { word } from "./words.js";

/** Loads the record in a text of one of `games`, the first that accepts it, or lets the person choose one
 *  of several records. A text that all refuse is refused as by the game that has read furthest. */
export async function loadText(games, text, notice, open, signal) {
  const [game, records] = await read(games, text, signal);
  signal.throwIfAborted();
  if (records.length === 1) open(game, placeOf(game, records[0]));
  else choose(game, records, notice, open);
}

/** The first game that accepts the text, and the records in it. */
async function read([game, ...others], text, signal) {
  try {
    return [game, (await readGames(game.id, text, signal)).games];
  } catch (problem) {
    if (!(problem instanceof BestmoveProblem) || others.length === 0) throw problem;
    return read(others, text, signal).catch((other) => {
      throw pliesRead(other) > pliesRead(problem) ? other : problem;
    });
  }
}

/** The number of plies before a problem such as "game 2, move 17 (white)"; all before a wrong result. */
function pliesRead({ part = "" }) {
  if (part.endsWith("result")) return Infinity;
  const [, number = 1, side] = part.match(/move (\d+)(?: .(\w+))?/) ?? [];
  return side ? 2 * number - (side === "white" ? 1 : 2) : number - 1;
}

/** Tags that follow from the game. */
const OWN_TAGS = ["fen", "setup", "gametype"];

/** The place at the end of a recorded game, with its tags and comments. */
function placeOf(game, { start, moves, comments, tags }) {
  const root = new Node();
  const node = root.playAll(moves);
  for (const { ply, text } of comments) {
    const commented = ply === 0 ? root : node.line[ply - 1];
    commented.comment = [commented.comment, text].filter(Boolean).join(" ");
  }
  return { start: start === game.start ? undefined : start, node, tags: tags.filter(({ name }) => !OWN_TAGS.includes(name.toLowerCase())) };
}

function choose(game, records, notice, open) {
  const buttons = records.map((record, index) => button(title(record, index), () => {
    open(game, placeOf(game, record));
    // The others can be chosen after this one.
    notice.hidden = false;
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

/** Calls `onload` with each file that is dropped on the page, and each text that is pasted or dropped on it
 *  except into a field. */
export function listenForTexts(onload) {
  addEventListener("paste", ({ target, clipboardData }) => {
    const text = clipboardData.getData("text");
    if (text.trim() && !isField(target)) onload(text);
  });
  const isForField = ({ target, dataTransfer }) => isField(target) && !dataTransfer.types.includes("Files");
  addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
  addEventListener("drop", async (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    onload(file ? await file.text() : event.dataTransfer.getData("text"));
  });
}

const isField = (target) => target.matches?.("input, textarea");
