// Descriptions in Markdown: paragraphs, lists, code.

import { html } from "../dom.js";

/** A description as paragraphs and lists. */
export const paragraphs = (text = "") => text.trim().split(/\n\n+/).filter(Boolean).flatMap(block);

function block(text) {
  const [lead, ...items] = text.split(/^ *- /m);
  const list = items.length > 0 ? [html("ul", {}, ...items.map((item) => html("li", {}, ...inline(item))))] : [];
  return lead.trim() ? [html("p", {}, ...inline(lead)), ...list] : list;
}

/** A text with its code. */
export const inline = (text) =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html("code", {}, part) : part));
