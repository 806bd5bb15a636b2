// Choices that the browser remembers.

const NAME = "bestmove";

/** A level that beginners enjoy. */
const FRIENDLY_LEVEL = 4;

const DEFAULTS = {
  language: undefined,
  analysis: false,
  scores: false,
  sound: false,
  shortcuts: true,
  clock: "off",
  level: FRIENDLY_LEVEL,
  timeMs: undefined,
};

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME)) };
  } catch {
    return { ...DEFAULTS };
  }
}

const settings = load();

/** The current choices. */
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
