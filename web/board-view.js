// What the board shows of a session, its help and another try at mistakes.

import { boardScores } from "./format.js";
import { analysisAt } from "./service.js";
import * as settings from "./settings.js";
import { term } from "./words.js";

/** The view for the board; `isNew`: the last move has just been played. The scores of all analysed moves are empty
 *  while there are none yet. */
export function boardView(session, assistance, retry, isNew) {
  const { pieces, position, phase, last, flipped, node, place, game } = session;
  const { label } = node.review ?? {};
  return {
    pieces,
    legal: phase === "yours" ? position.moves : [],
    toMove: position?.to_move,
    outcome: position?.outcome,
    last,
    isNew,
    line: position?.outcome?.line,
    flipped,
    hint: assistance.hint,
    threat: retry?.refutation ?? assistance.threat,
    scores: settings.get("scores") && !retry ? boardScores(analysisAt(place)?.lines ?? [], game, session.piecesAt(node)) : undefined,
    label: label && { kind: label, text: term("labels", label) },
  };
}

/** Plays the sound of the last move, if sounds are on and can be loaded. */
export async function playSound({ outcome, last }) {
  const name = outcome ? "over" : last.captured?.length > 0 ? "capture" : "move";
  if (settings.get("sound")) (await import("./sound.js").catch(() => undefined))?.play(name);
}
