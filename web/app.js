// The page: a match, its controls and its display.

import { analysisCard } from "./analysis.js";
import { Problem, games } from "./api.js";
import { createBoard } from "./boards.js";
import { html } from "./dom.js";
import { formatDuration } from "./format.js";
import * as locationHash from "./location-hash.js";
import { BOTH, Match, NEITHER } from "./match.js";
import { moveList } from "./move-list.js";
import { problemCard } from "./problem.js";
import { showOptions } from "./radio-group.js";
import { players, status } from "./status.js";

const at = (id) => document.getElementById(id);

const match = new Match(render);
let board;

function render() {
  const { game, moves, phase, level, seed } = match;
  locationHash.write({ id: game.id, moves, level, seed });
  at("main").dataset.phase = phase;
  at("players").replaceChildren(...players(match));
  if (phase !== "loading") at("status").textContent = status(match);
  at("analysis").replaceChildren(...analysisCard(match));
  at("moves").replaceChildren(...moveList(match));
  at("moves").scrollTop = at("moves").scrollHeight;
  at("undo").disabled = moves.length === 0;
  at("help").disabled = phase !== "yours";
  showClock();
  showProblem(match.problem, () => match.resume(), () => match.restart());
  if (match.pieces !== undefined) board.show(boardView());
}

/** The state that a board shows. */
function boardView() {
  const { pieces, position, phase, hint, viewer } = match;
  const last = position && match.last;
  return {
    pieces,
    legal: phase === "yours" ? position.moves : [],
    toMove: position?.to_move,
    last,
    isNew: position !== undefined && extendsShown(match.moves) && last !== undefined,
    line: position?.outcome?.line ?? [],
    hint,
    viewer,
  };
}

let shown = [];

/** Whether only the last move is new since the board was drawn. */
function extendsShown(moves) {
  const isLonger = moves.length === shown.length + 1 && shown.every((move, index) => move === moves[index]);
  shown = moves;
  return isLonger;
}

/** Restarts the clock with a new element for each turn of the engine. */
function showClock() {
  const clock = at("clock");
  clock.style.setProperty("--time", `${match.timeMs}ms`);
  clock.replaceChildren(...(match.phase === "thinking" ? [html("span")] : []));
}

function showProblem(problem, retry, restart) {
  const card = at("problem");
  card.hidden = !problem;
  card.replaceChildren(...(problem ? problemCard(problem, retry, restart) : []));
}

/** Opens `game` at the position after `moves`. */
function open(game, moves) {
  board = createBoard(game, (move) => match.go([...match.moves, move.notation]));
  at("board").replaceChildren(board.element);
  document.title = `${game.title} · bestmove`;
  shown = moves;
  match.open(game, moves);
  showSeats(game);
  showTimes(game);
  showLevels(game);
}

function showSeats({ sides, display }) {
  const options = [...sides.map((side, index) => [side, display.sides[index]]), [BOTH, "Both"], [NEITHER, "Neither"]];
  showOptions(at("seats"), options, match.seat, (seat) => {
    match.seat = seat;
    match.resume();
  });
}

const TIMES_MS = [50, 200, 1000, 3000, 10_000, 30_000];

function showTimes({ limits: { time_ms: { default: defaultMs, maximum } } }) {
  const times = new Set([...TIMES_MS, defaultMs].filter((ms) => ms <= maximum));
  const options = [...times].sort((a, b) => a - b).map((ms) => [ms, formatDuration(ms)]);
  showOptions(at("times"), options, match.timeMs, (ms) => (match.timeMs = ms));
}

function showLevels({ levels }) {
  const options = levels.map(({ level }) => [level, level]);
  showOptions(at("levels"), options, match.level, (level) => {
    match.level = level;
    match.resume();
  });
}

function addListeners(list) {
  at("new").addEventListener("click", () => match.restart());
  at("undo").addEventListener("click", () => match.undo());
  at("help").addEventListener("click", () => match.moveForMe());
  at("hints").addEventListener("change", ({ target }) => {
    match.wantsHints = target.checked;
    match.resume();
  });
  addEventListener("hashchange", () => openFromHash(list));
}

/** Opens the game in the URL fragment, or else the first. */
function openFromHash(list) {
  const { id, moves, level, seed } = locationHash.read();
  const byId = (id) => list.find((game) => game.id === id);
  const found = byId(id);
  const game = found ?? list[0];
  match.level = level ?? match.level;
  match.seed = seed ?? match.seed;
  showOptions(at("games"), list.map(({ id, title }) => [id, title]), game.id, (id) => open(byId(id), []));
  open(game, found ? moves : []);
}

/** The games of the service that the page can show. */
async function loadGames() {
  const list = await games();
  return list.filter(({ board }) => board.cells.length > 0);
}

async function start() {
  showProblem(undefined);
  try {
    const list = await loadGames();
    addListeners(list);
    openFromHash(list);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showProblem(error, start, start);
  }
}

start();
