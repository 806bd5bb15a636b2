// The evaluation bar: the expected points of both sides as two colours beside the board.

import { html } from "./dom.js";
import { firstSideShare, formatNumber } from "./format.js";
import { sideName, word } from "./words.js";

/** Shows the score of an analysis; undefined: no analysis. */
export function showBar(bar, analysis, game, flipped) {
  const best = analysis?.lines[0];
  bar.classList.toggle("unknown", !best);
  bar.classList.toggle("flipped", flipped);
  if (!best) {
    bar.ariaLabel = word("no_evaluation");
    bar.replaceChildren();
    return;
  }
  const share = firstSideShare(best.score, analysis.to_move, game);
  if (!bar.firstChild) bar.append(html("span"));
  bar.style.setProperty("--share", share);
  bar.dataset.share = share.toFixed(3);
  bar.ariaLabel = word("evaluation", sideName(game.sides[0], game), formatNumber(share, 2));
  bar.title = bar.ariaLabel;
}
