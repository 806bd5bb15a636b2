// The panel of the opponent: seats, level, thinking time, clock, sound.

import { TIME_CONTROLS } from "./clock.js";
import { button, fill, html } from "./dom.js";
import { formatDuration } from "./format.js";
import { FULL_STRENGTH } from "./location-hash.js";
import { radioGroup } from "./radio-group.js";
import { BOTH, NEITHER } from "./session.js";
import * as settings from "./settings.js";
import { toggle } from "./toggle.js";
import { sideName, word } from "./words.js";

const TIMES_MS = [50, 200, 1000, 3000, 10_000, 30_000];

/** Fills the panel. `restart` starts a new game, `change` is called after a setting has changed. */
export function showPlayPanel(panel, session, { restart, change }) {
  const { node, phase } = session;
  fill(panel,
    html("div", { className: "row" },
      button(word("new_game"), restart, { id: "new", className: "main" }),
      button(word("take_back"), () => session.takeBack(), { id: "undo", disabled: !node.parent }),
      button(word("redo"), () => session.redo(), { id: "redo", disabled: node.children.length === 0 }),
      button(word("move_for_me"), () => session.moveForMe(), { id: "move-for-me", disabled: phase !== "yours" })),
    seats(session),
    levels(session),
    html("details", { id: "more" },
      html("summary", {}, word("more_settings")),
      thinkingTimes(session, change),
      clocks(restart),
      toggle("sound", word("sound"), settings.get("sound"), (isOn) => settings.set("sound", isOn))));
}

function seats(session) {
  const { game } = session;
  const options = [...game.sides.map((side) => [side, sideName(side, game)]), [BOTH, word("both")], [NEITHER, word("neither")]];
  return radioGroup("seats", word("you_play"), options, session.seat, (seat) => session.takeSeat(seat));
}

function levels(session) {
  const { game, level } = session;
  const options = game.levels.map(({ level }) => [level, String(level)]);
  const group = radioGroup("levels", word("level_of_engine"), options, level, (chosen) => {
    session.level = chosen;
    settings.set("level", chosen);
    session.resume();
  });
  const { elo } = game.levels.find((candidate) => candidate.level === level) ?? {};
  const text = level === FULL_STRENGTH ? word("full_strength", elo) : word("elo", elo, level);
  group.append(html("p", { className: "faint" }, text));
  return group;
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
