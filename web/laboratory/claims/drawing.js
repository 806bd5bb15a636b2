// The picture of a claim: its search at the end, drawn in the language of the page once it comes into sight.

import { button, html } from "../../dom.js";
import { Picture } from "../picture.js";
import { Replay } from "../replay.js";
import { Refusal, get } from "../service.js";
import { word } from "../words.js";

/** How often a busy service is asked again. */
const RETRIES = 3;

/** What pictures show, by their address: claims share some. */
const shown = new Map();

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    load(target);
  }
}, { rootMargin: "400px" });

/** Draws the picture with this address into an element when that comes near the part of the page in sight. */
export function drawInSight(element, address, text) {
  Object.assign(element.dataset, { address, text });
  sight.observe(element);
}

async function load(element) {
  const { address, text } = element.dataset;
  try {
    if (!shown.has(address)) shown.set(address, patiently(`${address}&detail=picture`));
    const { picture } = await shown.get(address);
    // Only to look at: nothing in it can be chosen.
    element.replaceChildren(html("div", { role: "img", ariaLabel: text }, html("div", { inert: true }, draw(picture))));
    // A tree that is wider than its place begins with its root, and can be scrolled.
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    if (element.scrollLeft > 0) Object.assign(element, { tabIndex: 0, role: "region", ariaLabel: text });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    shown.delete(address);
    element.replaceChildren(html("p", { role: "status" }, error.message), button(word("claims.again"), () => load(element)));
  }
}

/** Asks, and once more after the time that a busy service names. */
async function patiently(address) {
  for (let retries = RETRIES; ; retries -= 1) {
    try {
      return await get(address);
    } catch (error) {
      if (!error.retryAfter || retries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * error.retryAfter));
    }
  }
}

/** The search at its end, where it is at no node any more. */
function draw(picture) {
  const view = new Picture(picture);
  const at = picture.steps.map(({ node }) => picture.nodes[node]);
  const end = new Replay(picture, at).go(at.length);
  const words = { name: () => "", title: () => "", leftOut: () => "", type: () => undefined };
  view.show({ nodes: end.nodes, reason: (place) => end.reason(place) }, words);
  view.element.style.setProperty("--width", `${view.size.width}px`);
  return view.element;
}
