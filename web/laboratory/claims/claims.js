// The page at /laboratory/claims: claims of texts, what is measured, and the timeline.

import { html } from "../../dom.js";
import { Refusal, get } from "../service.js";
import { speak, word } from "../words.js";
import { bars } from "./bars.js";
import { Contents, textId } from "./contents.js";
import { figureText } from "./figures.js";

const $ = (id) => document.getElementById(id);

const VERDICTS = ["right", "misprint", "wrong", "asterisk"];

await speak($("language"), "claims");
document.title = word("claims.title");

try {
  const { claims, timeline } = await get("/v1/claims");
  show(claims.map((claim) => word("claims.claim", claim)));
  const legend = Object.entries(word("legend")).filter(([kind]) => !["chance", "open"].includes(kind));
  $("legend").append(word("claims.pictures"), ...legend.map(([kind, text]) => html("span", { className: kind }, text)));
  $("timeline").append(...timeline.map((step) => milestone(word("claims.milestone", step))));
  // The browser has looked for the element before it was there.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  $("problem").hidden = false;
  $("problem").textContent = error.message;
}

function show(claims) {
  const number = Object.fromEntries(VERDICTS.map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length]));
  $("summary").textContent = word("claims.summary", claims.length, VERDICTS.map((verdict) => word("claims.several", verdict, number[verdict])));
  const texts = [...Map.groupBy(claims, (claim) => claim.source)];
  for (const [index, [source, those]] of texts.entries()) {
    $("claims").append(html("section", { className: "text", id: textId(index) }, html("h2", {}, source), ...those.map(article)));
  }
  const contents = new Contents($("contents"), texts);
  $("to-contents").onclick = () => contents.open();
  $("verdicts").append(...VERDICTS.map((verdict) =>
    html("label", { className: "check" },
      html("input", { type: "checkbox", value: verdict, checked: true, onchange: () => filter(contents) }), word("claims.choice", verdict, number[verdict]))));
}

/** Shows the claims with the chosen verdicts, and the texts that have one. */
function filter(contents) {
  const chosen = [...$("verdicts").querySelectorAll(":checked")].map(({ value }) => value);
  for (const claim of document.querySelectorAll("article")) claim.hidden = !chosen.includes(claim.dataset.verdict);
  for (const text of document.querySelectorAll(".text")) text.hidden = !text.querySelector("article:not([hidden])");
  contents.filter(chosen);
}

function article(claim) {
  const { id, place, printed, measured, verdict, reason, picture, url } = claim;
  const drawing = picture ? tree(picture, measured[0]) : bars(measured);
  return html("article", { id, className: "card claim", "data-verdict": verdict },
    html("h3", {}, printed),
    html("p", { className: "source" }, place),
    html("p", {}, html("strong", { className: `verdict ${verdict}` }, word(`claims.verdict.${verdict}`)), ` ${reason}`),
    html("div", { className: "evidence" },
      html("div", {},
        html("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: word("claims.figures", printed) }, table(measured)),
        ...formulas(measured).map((text) => html("p", { className: "source" }, word("claims.theory", text)))),
      drawing && html("div", { className: "drawing" }, drawing)),
    html("a", { className: "run", href: url }, word("claims.run")));
}

/** The place of the tree that a search leaves. */
function tree(picture, { search, label, value }) {
  const place = html("div", { className: "tree" });
  import("./drawing.js").then(({ drawInSight }) => drawInSight(place, picture, word("claims.tree", search, label, figureText(value))));
  return place;
}

/** The formulas of the figures, each once. */
function formulas(measured) {
  return [...new Set(measured.map(({ formula }) => formula).filter(Boolean))];
}

function table(measured) {
  const has = { printed: measured.some(({ printed }) => printed !== undefined), expected: measured.some(({ expected }) => expected !== undefined) };
  const cell = (value) => html("td", {}, value === undefined ? "–" : figureText(value));
  const row = ({ label, value, printed, expected, url }) =>
    html("tr", {},
      html("th", { scope: "row" }, html("a", { href: url }, label)),
      has.printed ? cell(printed) : undefined,
      cell(value),
      has.expected ? cell(expected) : undefined);
  const columns = ["label", "printed", "measured", "expected"].filter((name) => has[name] ?? true);
  return html("table", {},
    html("thead", {}, html("tr", {}, ...columns.map((name) => html("th", { scope: "col" }, word(`claims.columns.${name}`))))),
    html("tbody", {}, ...measured.map(row)));
}

function milestone({ year, who, what, source, url }) {
  return html("li", {},
    html("span", { className: "year" }, String(year)),
    html("div", {},
      html("p", {}, html("strong", {}, who), html("br"), what),
      html("p", { className: "source" }, source),
      url && html("a", { className: "run", href: url }, word(url.startsWith("/#") ? "claims.play" : "claims.see"))));
}
