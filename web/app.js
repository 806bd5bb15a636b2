// The page: a match, its controls, and what is shown of it.

import * as address from "./address.js";
import { Problem, games } from "./api.js";
import { offer } from "./choice.js";
import { html } from "./dom.js";
import { looks } from "./looks.js";
import { BOTH, Match, NEITHER } from "./match.js";
import { problemCard } from "./problem.js";
import { moveList } from "./record.js";
import { reportCard } from "./report.js";
import { players, status } from "./table.js";
import { duration } from "./words.js";

const at = (id) => document.getElementById(id);

const match = new Match(render);
let board;

function render() {
  const { game, moves, phase } = match;
  address.write(game.id, moves);
  at("main").dataset.phase = phase;
  at("players").replaceChildren(...players(match));
  if (phase !== "loading") at("status").textContent = status(match);
  at("report").replaceChildren(...reportCard(match));
  at("moves").replaceChildren(...moveList(match));
  at("moves").scrollTop = at("moves").scrollHeight;
  at("undo").disabled = moves.length === 0;
  at("help").disabled = phase !== "yours";
  showClock();
  showProblem(match.problem, () => match.resume(), () => match.go([]));
  if (match.pieces !== undefined) board.show(boardView());
}

/** What a board needs to know. */
function boardView() {
  const { pieces, listing, phase, hint, viewer } = match;
  const last = listing && match.last;
  return {
    pieces,
    legal: phase === "yours" ? listing.moves : [],
    toMove: listing?.to_move,
    last,
    isNew: listing !== undefined && isNew(match.moves) && last !== undefined,
    line: listing?.outcome?.line ?? [],
    hint,
    viewer,
  };
}

let shown = [];

/** Whether the last move is all the news since the board was drawn. */
function isNew(moves) {
  const isLonger = moves.length === shown.length + 1 && shown.every((move, index) => move === moves[index]);
  shown = moves;
  return isLonger;
}

/** A new hand for each turn of the engine, so that it starts from the left. */
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

/** Sets the table for `game` and plays `moves` on it. */
function open(game, moves) {
  board = game.look.createBoard(game, (move) => match.go([...match.moves, move.notation]));
  at("main").dataset.game = game.id;
  at("board").replaceChildren(board.element);
  document.title = `${game.title} · bestmove`;
  shown = moves;
  match.open(game, moves);
  offerSeats(game);
  offerTimes(game);
}

function offerSeats({ sides, names }) {
  const options = [...sides.map((side, index) => [side, names[index]]), [BOTH, "Both"], [NEITHER, "Neither"]];
  offer(at("seats"), options, match.seat, (seat) => {
    match.seat = seat;
    match.resume();
  });
}

const TIMES_MS = [50, 200, 1000, 3000, 10_000, 30_000];

function offerTimes({ limits: { time_ms: { default: usual, maximum } } }) {
  const offered = new Set([...TIMES_MS, usual].filter((ms) => ms <= maximum));
  const options = [...offered].sort((a, b) => a - b).map((ms) => [ms, duration(ms)]);
  offer(at("times"), options, match.timeMs, (ms) => (match.timeMs = ms));
}

function listen(list) {
  at("new").addEventListener("click", () => match.go([]));
  at("undo").addEventListener("click", () => match.undo());
  at("help").addEventListener("click", () => match.moveForMe());
  at("hints").addEventListener("change", ({ target }) => {
    match.wantsHints = target.checked;
    match.resume();
  });
  addEventListener("hashchange", () => openAddress(list));
}

/** Opens the game that the address names, or else the first. */
function openAddress(list) {
  const { id, moves } = address.read();
  const byId = (id) => list.find((game) => game.id === id);
  const named = byId(id);
  const game = named ?? list[0];
  offer(at("games"), list.map(({ id, title }) => [id, title]), game.id, (id) => open(byId(id), []));
  open(game, named ? moves : []);
}

/** The games that the service knows to play and the page to show. */
async function playable() {
  const list = await games();
  return list.filter(({ id }) => id in looks).map((game) => {
    const look = looks[game.id];
    return { ...game, look, names: game.sides.map((side) => look.names[side]) };
  });
}

async function start() {
  showProblem(undefined);
  try {
    const list = await playable();
    listen(list);
    openAddress(list);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showProblem(error, start, start);
  }
}

start();
