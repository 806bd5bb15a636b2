// Icons of the toolbar.

import { svg } from "./dom.js";

const PATHS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l9 7-9 7z",
  flip: "M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3",
  hint: "M9 18h6m-5 3h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.3-1 2H9c0-.7-.3-1.3-1-2z",
  threat: "M12 4 3 20h18zM12 10v5m0 2v.5",
};

/** An icon by its name. */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
