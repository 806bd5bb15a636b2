// Zoom and pan: the picture in a box that scrolls.

import { allowsMotion } from "/board/dom.js";

/** A pointer that moves less clicks. */
const SLACK = 4;
const FACTOR = 1.25;
const LARGEST = 4;
/** The largest scale to which a small tree is stretched. */
const LARGEST_FIT = 1.35;
/** The smallest scale at which texts can be read: a larger tree is shown in part at first. */
const LEAST_READABLE = 0.62;

export class Viewport {
  #box;
  #picture;
  #scale = 1;
  /** True while the whole tree stays in sight when the box changes. */
  #isFitted = true;

  constructor(box) {
    this.#box = box;
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? FACTOR : 1 / FACTOR, event);
    }, { passive: false });
    box.addEventListener("pointerdown", (event) => this.#drag(event));
    new ResizeObserver(() => this.#isFitted && this.fit()).observe(box);
  }

  /** Shows another picture. */
  show(picture) {
    this.#picture = picture;
    this.#box.replaceChildren(picture.element);
    this.#box.scrollTo(0, 0);
    this.#box.style.setProperty("--tall", `${picture.size?.height ?? 300}px`);
    if (!picture.size) return;
    const readable = Math.max(this.#fitting(), LEAST_READABLE);
    this.#isFitted = readable === this.#fitting();
    this.#resize(readable);
    this.#box.scrollLeft = (this.#box.scrollWidth - this.#box.clientWidth) / 2;
  }

  /** Follows a change of the size of the picture. */
  refresh() {
    if (this.#isFitted) this.fit();
    else if (this.#picture.size) this.#resize(this.#scale);
  }

  /** Shows the whole tree; a list has no size. */
  fit() {
    if (!this.#picture?.size) return;
    this.#isFitted = true;
    // Scroll bars that go with the old size would take room.
    this.#resize(0);
    this.#resize(this.#fitting());
  }

  #fitting() {
    const { width, height } = this.#picture.size;
    return Math.min(this.#box.clientWidth / width, this.#box.clientHeight / height, LARGEST_FIT);
  }

  /** Zooms around a point of the screen, or the middle. */
  zoom(factor, point) {
    if (!this.#picture?.size) return;
    const box = this.#box;
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y] = point ? [point.clientX - left, point.clientY - top] : [width / 2, height / 2];
    const scale = Math.min(Math.max(this.#scale * factor, this.#fitting()), LARGEST);
    const grown = scale / this.#scale;
    const [scrollLeft, scrollTop] = [(box.scrollLeft + x) * grown - x, (box.scrollTop + y) * grown - y];
    this.#isFitted = false;
    this.#resize(scale);
    box.scrollTo(scrollLeft, scrollTop);
  }

  in() { this.zoom(FACTOR); }
  out() { this.zoom(1 / FACTOR); }

  #resize(scale) {
    this.#scale = scale;
    const { element, size } = this.#picture;
    element.setAttribute("width", Math.floor(size.width * scale));
    element.setAttribute("height", Math.floor(size.height * scale));
  }

  /** Scrolls as far as needed to show a node, on a small screen in the part of the box that is in sight. */
  reveal({ group }, isGradual) {
    const [box, node] = [this.#box.getBoundingClientRect(), group.getBoundingClientRect()];
    const beyond = (low, high, from, to) => (low < from ? low - from : high > to ? high - to : 0);
    const left = beyond(node.left - 24, node.right + 24, box.left, box.right);
    // What stays at the foot of a small screen covers the rest.
    const { top: cover } = document.getElementById("stepper").getBoundingClientRect();
    const foot = Math.max(Math.min(box.bottom, innerHeight, cover > box.top ? cover : Infinity), box.top + node.height + 48);
    const top = beyond(node.top - 24, node.bottom + 24, box.top, foot);
    if (left || top) this.#box.scrollBy({ left, top, behavior: isGradual && allowsMotion() ? "smooth" : "instant" });
  }

  /** A mouse drags the picture; fingers scroll by themselves. */
  #drag({ pointerType, button, clientX, clientY }) {
    if (pointerType !== "mouse" || button !== 0) return;
    const box = this.#box;
    const [left, top] = [box.scrollLeft + clientX, box.scrollTop + clientY];
    const move = (event) => {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLACK) box.classList.add("dragged");
      box.scrollTo(left - event.clientX, top - event.clientY);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      setTimeout(() => box.classList.remove("dragged"));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  }
}
