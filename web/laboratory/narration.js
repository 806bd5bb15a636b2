// The narration of a step beside the tree, and the way on; before the first step one sentence and one button.

import { fill, html } from "../dom.js";
import { isFirst } from "./link.js";
import { localized, word } from "./words.js";

const $ = (id) => document.getElementById(id);

/** The steps whose texts are read for the room that they take. */
const MOST_READ = 1000;

/** Tells a step. @param {import("./replay.js").Replay} replay @param {import("./narrator.js").Narrator} narrator */
export function tell({ current, step, steps }, narrator, link) {
  const isOpening = step === 0 && !link.lesson;
  fill($("event"), ...(current ? [html("b", {}, word("step", step)), narrator.sentence, current.cutoff && html("span", { className: "kind" }, reach(current))] : []));
  $("because").textContent = current ? why(narrator) : opening(link);
  $("next-step").textContent = word(step === 0 ? "begin" : "next");
  $("next-step").ariaDisabled = String(step === steps.length);
  $("previous-step").ariaDisabled = String(step === 0);
  document.body.classList.toggle("begun", step > 0);
  $("lesson").classList.toggle("main", isOpening);
  $("next-step").classList.toggle("main", !isOpening || !isFirst(link));
  $("lesson").classList.toggle("waits", isOpening && !isFirst(link));
  $("next-step").classList.toggle("waits", isOpening && isFirst(link));
}

/** Keeps the room of the longest sentence and the longest reason of all steps. @param {Function} narratorOf makes the
 *  narrator of a trace */
export function reserve({ steps }, of, narratorOf, link) {
  const trace = of.copy();
  const narrator = narratorOf(trace);
  const longest = ["", opening(link)];
  const keep = (at, text) => { if (text.length > longest[at].length) longest[at] = text; };
  for (const [index, { cutoff }] of steps.slice(0, MOST_READ).entries()) {
    trace.go(index + 1);
    keep(0, word("step", index + 1) + narrator.sentence + (cutoff ? reach({ cutoff }) : ""));
    keep(1, why(narrator));
  }
  fill($("longest"), ...longest.map((text) => html("p", {}, text)));
}

/** A new visitor is led to the lesson, others go through the search that they came for. */
const opening = (link) => word(link.lesson ? "lessonOpening" : isFirst(link) ? "opening" : "searchOpening");
const reach = ({ cutoff }) => word("reach", { ...cutoff, bounds: localized(cutoff.bounds) });
const why = (narrator) => capital(`${narrator.because}.`);

export const capital = (text) => text[0].toUpperCase() + text.slice(1);
