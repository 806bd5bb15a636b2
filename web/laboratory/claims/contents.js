// The contents of the page of claims: the texts with their verdicts, and the claims of each.

import { fill, html } from "../../dom.js";
import { word } from "../words.js";

/** From this width on the contents stand beside the claims. */
const WIDE = matchMedia("(min-width: 75rem)");
/** The pixels above the text that is open. */
const GAP = 8;
/** What a verdict looks like in a line. */
const MARKS = { right: "✓", misprint: "≈", wrong: "✗", asterisk: "*" };

export class Contents {
  #element;
  #texts;

  /** @param {Element} element an empty `details` @param {[string, object[]][]} texts each title with its claims, in the order of the page */
  constructor(element, texts) {
    this.#element = element;
    this.#texts = texts.map(([title, claims], index) => text(title, claims, textId(index)));
    const claims = texts.reduce((sum, [, { length }]) => sum + length, 0);
    fill(element,
      html("summary", {}, word("claims.contents", texts.length, claims)),
      html("nav", { ariaLabel: word("claims.contentsLabel") }, ...this.#texts, html("a", { className: "last", href: "#timeline-title" }, word("claims.timeline"))));
    WIDE.onchange = () => this.#follow();
    this.#follow();
  }

  /** Shows the claims with these verdicts, and the texts that have one. */
  filter(verdicts) {
    for (const entry of this.#element.querySelectorAll("li")) entry.hidden = !verdicts.includes(entry.dataset.verdict);
    for (const part of this.#texts) part.hidden = !part.querySelector("li:not([hidden])");
  }

  open() {
    this.#element.open = true;
  }

  #watch;

  /** Beside the claims, the text that is being read is open. */
  #follow() {
    this.#element.open = WIDE.matches;
    this.#watch?.disconnect();
    if (!WIDE.matches) return;
    this.#watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#open(target.id);
    }, { rootMargin: "-15% 0px -80%" });
    for (const [index] of this.#texts.entries()) this.#watch.observe(document.getElementById(textId(index)));
  }

  #open(id) {
    for (const part of this.#texts) part.open = part.dataset.text === id;
    const { offsetTop } = this.#texts.find((part) => part.dataset.text === id);
    this.#element.scrollTop = offsetTop - GAP;
  }
}

/** The id of the part of the page with a text. */
export const textId = (index) => `text-${index + 1}`;

/** A text with its verdicts, which opens to its claims. */
function text(title, claims, id) {
  const counts = Object.entries(Object.groupBy(claims, ({ verdict }) => verdict)).toSorted(([one], [other]) => order(one) - order(other));
  return html("details", { "data-text": id },
    html("summary", {}, html("span", {}, title), html("span", { className: "source" }, counts.map(([verdict, those]) => word("claims.several", verdict, those.length)).join(", "))),
    html("ol", {}, ...claims.map(({ id: claim, printed, verdict }) => html("li", { "data-verdict": verdict },
      html("a", { href: `#${claim}` },
        html("span", { className: `mark ${verdict}`, "aria-hidden": "true" }, MARKS[verdict]),
        html("span", {}, html("span", { className: "visually-hidden" }, `${word(`claims.verdict.${verdict}`)}: `), printed))))));
}

const order = (verdict) => Object.keys(MARKS).indexOf(verdict);
