// The reasons of moves in words.

import { word } from "./words.js";

/** A reason that the service gives for a move whose score has that bound. A kind without words here is
 *  shown as the service words it. */
export const describeReason = (reason, bound) =>
  word("move_reasons")[reason.kind]?.({ ...reason, isExact: bound === "exact" }) ?? reason.text;
