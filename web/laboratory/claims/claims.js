// The page at /laboratory/claims: claims of texts, what is measured, and the timeline.

import { html } from "../../dom.js";
import { Refusal, get } from "../service.js";
import { bars } from "./bars.js";
import { figure as numberText } from "./figures.js";

const $ = (id) => document.getElementById(id);

/** The verdicts: for one claim, for several. */
const VERDICTS = {
  right: ["Right", "right"],
  misprint: ["Misprint", "misprinted"],
  wrong: ["Wrong", "wrong"],
  asterisk: ["Needs an asterisk", "with an asterisk"],
};

try {
  const { claims, timeline } = await get("/v1/claims");
  show(claims);
  $("timeline").append(...timeline.map(milestone));
  // The browser has looked for the element before it was there.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  $("problem").hidden = false;
  $("problem").textContent = error.message;
}

function show(claims) {
  const counts = Object.keys(VERDICTS).map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length]);
  const parts = counts.map(([verdict, count]) => `${count} ${VERDICTS[verdict][1]}`);
  $("summary").textContent = `${claims.length} claims: ${parts.join(", ")}.`;
  $("verdicts").append(...counts.map(([verdict]) =>
    html("label", { className: "check" },
      html("input", { type: "checkbox", value: verdict, checked: true, onchange: filter }), VERDICTS[verdict][0])));
  for (const [source, those] of Map.groupBy(claims, (claim) => claim.source)) {
    $("claims").append(html("section", { className: "text" }, html("h2", {}, source), ...those.map(article)));
  }
}

/** Shows the claims with the chosen verdicts, and the texts that have one. */
function filter() {
  const chosen = [...$("verdicts").querySelectorAll(":checked")].map(({ value }) => value);
  for (const claim of document.querySelectorAll("article")) claim.hidden = !chosen.includes(claim.dataset.verdict);
  for (const text of document.querySelectorAll(".text")) text.hidden = !text.querySelector("article:not([hidden])");
}

function article(claim) {
  const { id, place, printed, measured, verdict, reason, picture, url } = claim;
  const drawing = picture
    ? html("img", { loading: "lazy", src: picture, alt: `The tree as ${measured[0].search} leaves it: ${measured[0].label}, ${numberText(measured[0].value)}` })
    : bars(measured);
  return html("article", { id, className: "card claim", "data-verdict": verdict },
    html("h3", {}, printed),
    html("p", { className: "source" }, place),
    html("p", {}, html("strong", { className: `verdict ${verdict}` }, VERDICTS[verdict][0]), ` ${reason}`),
    html("div", { className: "evidence" },
      html("div", {},
        html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `Figures of ${id}` }, table(measured)),
        ...formulas(measured).map((text) => html("p", { className: "source" }, `Theory: ${text}`))),
      drawing && html("div", { className: "drawing" }, drawing)),
    html("a", { className: "run", href: url }, "Open this run in the laboratory"));
}

/** The formulas of the figures, each once. */
function formulas(measured) {
  return [...new Set(measured.map(({ formula }) => formula).filter(Boolean))];
}

function table(measured) {
  const has = { printed: measured.some(({ printed }) => printed !== undefined), expected: measured.some(({ expected }) => expected !== undefined) };
  const cell = (value) => html("td", {}, value === undefined ? "–" : numberText(value));
  const row = ({ label, value, printed, expected, url }) =>
    html("tr", {},
      html("th", { scope: "row" }, html("a", { href: url }, label)),
      has.printed ? cell(printed) : undefined,
      cell(value),
      has.expected ? cell(expected) : undefined);
  const heads = ["What", has.printed ? "Printed" : undefined, "Measured", has.expected ? "Theory" : undefined];
  return html("table", {},
    html("thead", {}, html("tr", {}, ...heads.filter(Boolean).map((text) => html("th", { scope: "col" }, text)))),
    html("tbody", {}, ...measured.map(row)));
}

function milestone({ year, who, what, source, url }) {
  return html("li", {},
    html("span", { className: "year" }, String(year)),
    html("div", {},
      html("p", {}, html("strong", {}, who), " ", what),
      html("p", { className: "source" }, source),
      url && html("a", { className: "run", href: url }, url.startsWith("/#") ? "Play checkers here" : "See it in the laboratory")));
}
