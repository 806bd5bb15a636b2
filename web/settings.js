// Choices that the browser remembers.

const NAME = "bestmove";

const DEFAULTS = {
  analysis: false,
  scores: false,
  sound: false,
  shortcuts: true,
  clock: "off",
  figures: "results",
  levels: {},
  tallies: {},
  finished: [],
  last: "",
};

/** The remembered choices; undefined where the browser refuses storage. */
function load() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return undefined;
  }
}

const settings = { ...DEFAULTS, ...load() };

/** The current choice. */
export const get = (name) => settings[name];

/** The level last chosen in a game, or else that for newcomers. */
export const levelOf = ({ id, display }) => settings.levels[id] ?? display.first_level;

/** Remembers the choice of a level in a game. */
export const setLevel = (game, level) => set("levels", { ...settings.levels, [game]: level });

/** Remembers a choice, where the browser allows it. */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...load(), [name]: value }));
  } catch {
    // Private windows may refuse storage: the choice lasts as long as the page.
  }
}
