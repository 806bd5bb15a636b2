// The reasons of moves in words.

import { word } from "./words.js";

/** A reason that the service gives for a move. A kind without words here is shown as the service words it. */
export const describeReason = (reason) => word("move_reasons")[reason.kind]?.(reason) ?? reason.text;
