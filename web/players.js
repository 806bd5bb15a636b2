// The players: beside the board, in the status line below it, and in the panel that chooses them, with level,
// thinking time, clock and sound.

import { drawPiece } from "/board/pieces.js";
import { countsPieces, isPass, piecesOf } from "/board/speech.js";
import { TIME_CONTROLS } from "./clock.js";
import { radioGroup, toggle } from "./controls.js";
import { fill, html, times } from "./dom.js";
import { describeOutcome, formatClock, formatDuration } from "./format.js";
import { FULL_STRENGTH } from "./location-hash.js";
import { finishedGames } from "./own-games.js";
import { offlineControl, place } from "./offline.js";
import { BOTH, NEITHER } from "./session.js";
import * as settings from "./settings.js";
import { nameOf, sideName, word } from "./words.js";

/** Shows a player: name, seat, captured pieces or the number of their own, clock. */
export function showPlayer(element, session, index) {
  const { game, position, startPieces, pieces = startPieces, outcome, clock } = session;
  const side = game.sides[index];
  const other = game.sides[1 - index];
  const own = piecesOf(side, pieces);
  const captured = Math.max(piecesOf(other, startPieces) - piecesOf(other, pieces), 0);
  element.classList.toggle("on", position !== undefined && !outcome && position.to_move === side);
  fill(element,
    emblem(game, index),
    html("span", { className: "name" },
      html("strong", {}, sideName(side, game)),
      html("small", {}, playerName(session, side))),
    countsPieces(game)
      ? html("span", { className: "count", role: "img", ariaLabel: `${own} ${nameOf(game.display.estimate.name)}` }, String(own))
      : html("span", { className: "captured", role: "img", ariaLabel: word("captured", captured) },
        ...times(captured, () => emblem(game, 1 - index))),
    clock.isOn ? html("time", { className: "clock", role: "timer" }, formatClock(clock.left(index))) : undefined);
}

/** The first kind of piece of a side. */
function emblem({ sides, board }, index) {
  const piece = board.pieces.find(({ owner }) => owner === sides[index]);
  return html("span", { className: "emblem" }, drawPiece(piece, sides));
}

/** The player of a side: as recorded, the person, or the engine. */
function playerName({ tags, seat, level }, side) {
  const recorded = tags.find(({ name }) => name.toLowerCase() === side.toLowerCase());
  if (recorded) return recorded.value;
  if (seat === BOTH) return word("player");
  return seat === side ? word("you") : [engineName(level), place()].filter(Boolean).join(", ");
}

/** The engine at a level. */
export const engineName = (level) => (level === FULL_STRENGTH ? "bestmove" : word("engine_level", level, word("levels")[level][0]));

/** The status of the game in a sentence, after one for a pass. */
export function status(session) {
  const { game, position, last } = session;
  const passing = isPass(last) && game.sides.find((side) => position && side !== position.to_move);
  const passed = passing && word("passes", sideName(passing, game));
  return [passed, turnStatus(session)].filter(Boolean).join(" ");
}

function turnStatus({ phase, game, position, pieces, outcome, viewer, timeMs, level, isUnclaimed, problem }) {
  switch (phase) {
    case "failed": return word(problem.status === 0 ? "no_connection" : "stopped");
    case "loading": return word("loading");
    case "thinking": return level === FULL_STRENGTH ? word("thinking_for", formatDuration(timeMs)) : word("thinking");
    case "over": return [describeOutcome(outcome, game, pieces, viewer), isUnclaimed && word("unclaimed")].filter(Boolean).join(" ");
    default: {
      const mustPass = isPass(position.moves[0]);
      if (viewer === position.to_move && !mustPass) return word("your_turn");
      return word(mustPass ? "mustPass" : "toMove", sideName(position.to_move, game));
    }
  }
}

const TIMES_MS = [50, 200, 1000, 3000, 10_000, 30_000];

/** Fills the panel. `restart` starts a new game, `change` is called after a setting has changed. */
export function showPlayPanel(panel, session, { restart, change }) {
  fill(panel,
    seats(session),
    session.seat === BOTH ? undefined : levels(session),
    rules(session.game),
    finishedGames(),
    offlineControl(session.game),
    html("details", { id: "more" },
      html("summary", {}, word("more_settings")),
      thinkingTimes(session, change),
      clocks(restart),
      figures(change),
      toggle("sound", word("sound"), settings.get("sound"), (isOn) => settings.set("sound", isOn))));
}

function seats(session) {
  const { game } = session;
  const options = [...game.sides.map((side) => [side, sideName(side, game)]), [BOTH, word("both")], [NEITHER, word("neither")]];
  return radioGroup("seats", word("you_play"), options, session.seat, (seat) => session.takeSeat(seat));
}

function levels(session) {
  const { game, level } = session;
  const options = differentLevels(game.levels, level).map((found) => [found, String(found), word("levels")[found][0]]);
  const group = radioGroup("levels", word("level_of_engine"), options, level, (chosen) => {
    session.level = chosen;
    settings.setLevel(game.id, chosen);
    session.resume();
  });
  const { elo } = game.levels.find((candidate) => candidate.level === level) ?? {};
  const [name, sentence] = word("levels")[level];
  const text = elo !== null ? word("level_is", name, sentence)
    : level === FULL_STRENGTH ? `${name}.` : word("level_is", name, word("not_measured"));
  group.append(html("p", { className: "faint" }, text));
  return group;
}

/** The least distance of levels that a person can tell apart. */
const LEAST_ELO = 50;

/** The levels of a game that differ in strength, and `current`. The best play is the last, and no level near it is shown. */
function differentLevels(levels, current) {
  const { elo: highest } = levels.at(-1);
  let last = -Infinity;
  return levels.filter(({ level, elo }) => {
    if (level === current || level === FULL_STRENGTH || elo === null) return true;
    if (elo - last < LEAST_ELO || highest - elo < LEAST_ELO) return false;
    last = elo;
    return true;
  }).map(({ level }) => level);
}

/** How the game is played, for games that the page knows. */
function rules({ id }) {
  const text = word("rules")[id];
  return text && html("details", { id: "rules" }, html("summary", {}, word("how_to_play")), html("p", {}, text));
}

function figures(change) {
  const options = Object.entries(word("figures_named"));
  return radioGroup("figures", word("figures"), options, settings.get("figures"), (chosen) => {
    settings.set("figures", chosen);
    change();
  });
}

function thinkingTimes(session, change) {
  const { default: defaultMs, maximum } = session.game.limits.time_ms;
  const times = new Set([...TIMES_MS, defaultMs].filter((ms) => ms <= maximum));
  const options = [...times].sort((a, b) => a - b).map((ms) => [ms, formatDuration(ms)]);
  return radioGroup("times", word("thinking_time"), options, session.timeMs, (ms) => {
    session.timeMs = ms;
    settings.set("timeMs", ms);
    change();
  });
}

function clocks(restart) {
  const options = Object.keys(TIME_CONTROLS).map((name) => [name, name === "off" ? word("off") : name]);
  return radioGroup("clocks", word("clock"), options, settings.get("clock"), (name) => {
    settings.set("clock", name);
    restart();
  });
}
