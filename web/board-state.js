// The view of a session that the board shows.

import { boardScores } from "./format.js";
import { analysisAt } from "./service.js";
import * as settings from "./settings.js";
import { term } from "./words.js";

/** The view of a position for the board. `isNew`: the last move is new since the board was drawn. */
export function boardState(session, assistance, { isNew, hidesScores }) {
  const { pieces, position, phase, last, flipped, node } = session;
  const { label } = node.review ?? {};
  return {
    pieces,
    legal: phase === "yours" ? position.moves : [],
    toMove: position?.to_move,
    outcome: position?.outcome,
    last,
    isNew,
    line: position?.outcome?.line ?? [],
    flipped,
    hint: assistance.hint,
    threat: assistance.threat,
    scores: settings.get("scores") && !hidesScores ? scores(session) : undefined,
    label: label && { kind: label, text: term("labels", label) },
    editing: false,
  };
}

/** The view of a position that is being set up. */
export const editorState = ({ pieces }, flipped) => ({ pieces, legal: [], line: [], isNew: false, flipped, editing: true });

/** The scores of all analysed moves, by their notation, the best first; empty while there are none yet. */
const scores = ({ place, game }) => boardScores(analysisAt(place)?.lines ?? [], game);
