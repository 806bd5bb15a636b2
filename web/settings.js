// Choices that the browser remembers.

const NAME = "bestmove";

/** A level that beginners enjoy. */
const FRIENDLY_LEVEL = 4;

const DEFAULTS = {
  analysis: false,
  scores: false,
  sound: false,
  shortcuts: true,
  clock: "off",
  level: FRIENDLY_LEVEL,
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

/** Remembers a choice, where the browser allows it. */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...load(), [name]: value }));
  } catch {
    // Private windows may refuse storage: the choice lasts as long as the page.
  }
}
