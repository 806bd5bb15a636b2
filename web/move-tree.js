// The moves of the game, with variations and labels of the review.

import { button, fill, html } from "./dom.js";
import { term, word } from "./words.js";

/** The signs of labels after a move. */
const SIGNS = { only_move: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Shows the tree. A click on a move goes to the position after it. */
export function showMoves(container, session) {
  const list = lineAfter(session.root, session);
  fill(container, list.children.length > 0 ? list : html("p", { className: "faint" }, word("no_moves_yet")));
  const current = container.querySelector("[aria-current]");
  // The list is lower beside a review.
  const place = `${current?.dataset.key} ${container.clientHeight}`;
  if (!current || container.dataset.current === place) return;
  container.dataset.current = place;
  container.scrollTop = current.offsetTop - container.clientHeight / 2;
}

/** The main line after `node`; each variation is a list inside the item of the move that it replaces. */
function lineAfter(node, session) {
  const list = html("ol", {});
  for (let at = node; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => variation(other, session));
    list.append(html("li", { className: variations.length > 0 ? "branches" : "" }, moveButton(main, session), ...variations));
  }
  return list;
}

function variation(node, session) {
  const rest = lineAfter(node, session);
  rest.prepend(html("li", {}, moveButton(node, session)));
  rest.className = "variation";
  rest.ariaLabel = word("variation");
  return rest;
}

function moveButton(node, session) {
  const { review: { label } = {}, comment } = node;
  const sign = SIGNS[label] ?? "";
  const className = [label, comment && "commented"].filter(Boolean).join(" ");
  const made = html("button", { type: "button", className, "data-key": pathOf(node), onclick: () => session.goTo(node) },
    node.ply % 2 === 1 || !node.isMain ? html("span", { className: "number" }, moveNumber(node)) : undefined,
    node.move,
    sign ? html("span", { className: "sign", title: term("labels", label) }, sign) : undefined);
  if (node === session.node) made.ariaCurrent = "step";
  const notes = [label && term("labels", label), comment && word("comment")].filter(Boolean);
  if (notes.length > 0) made.ariaLabel = [`${moveNumber(node)} ${node.move}`, ...notes].join(", ");
  return made;
}

/** Shows the comment at the place on the board. */
export function showComment(element, { node: { comment = "" } }) {
  if (element.textContent !== comment) element.textContent = comment;
}

/** A move with its number and the sign of its label: "3. 22-17?". */
export const describeMove = (node) => `${moveNumber(node)} ${node.move}${SIGNS[node.review?.label] ?? ""}`;

const moveNumber = ({ ply }) => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? "." : "…"}`;

const pathOf = (node) => node.moves.join(" ");

/** Shows what can be done with the variation at the current place. */
export function showVariationActions(container, session) {
  const { node } = session;
  const isVariation = node.line.some(({ isMain }) => !isMain);
  const promote = () => {
    node.promote();
    session.goTo(node);
  };
  const remove = () => session.goTo(node.remove());
  fill(container,
    isVariation ? button(word("promote"), promote) : undefined,
    node.parent ? button(word("remove"), remove) : undefined);
}
