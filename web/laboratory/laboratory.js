// The page at /laboratory.

import { button, fill, html } from "../dom.js";
import { Chart } from "./chart.js";
import { Comparison } from "./comparison.js";
import { addChild, edit, remove, setValue } from "./edit.js";
import { explanations } from "./explanations.js";
import * as links from "./link.js";
import { Picture } from "./picture.js";
import { Quiz } from "./quiz.js";
import { Replay } from "./replay.js";
import { png, save } from "./save.js";
import { SearchPanel } from "./search-panel.js";
import { Refusal, ask, get } from "./service.js";
import { Stepper } from "./stepper.js";
import { TreePanel } from "./tree-panel.js";
import { Viewport } from "./viewport.js";

const $ = (id) => document.getElementById(id);

/** Milliseconds within which gradual changes make one entry of the history. */
const BURST = 1500;

/** The parts that need a picture. */
const STAGE = ["picture", "stepper", "event", "list", "inspector", "legend", "quiz", "zoom-out", "fit", "zoom-in", "share"];
const LEGEND = [["max", "△ Max moves"], ["min", "▽ Min moves"], ["open", "being visited"], ["finished", "finished"], ["left-out", "left out"], ["on-line", "best line"], ["cut", "∥ cut"]];

const [{ searches: catalogue }, { trees }, { games }] = await Promise.all(["/v1/searches", "/v1/trees", "/v1/games"].map(get));

let link = links.read(location.hash);
/** The address that the page shows. Another one waits for its event, or for the answer of the service. */
let address = location.href;
/** The content of the page: the picture, the search drawn on it, the answer with the counts of all. */
let picture;
let replay;
let answer;
let question;
let lastGradual = 0;

const treePanel = new TreePanel($("tree"), trees, games, change);
const searchPanel = new SearchPanel($("search"), catalogue, change);
const comparison = new Comparison($("comparison"), catalogue, change);
const chart = new Chart($("chart"), catalogue);
const viewport = new Viewport($("picture"));
const stepper = new Stepper($("stepper"), (step) => {
  showStep(step);
  remember({ step: step === replay.steps.length ? undefined : String(step) });
});
const quiz = new Quiz($("quiz-panel"), endQuiz);

$("words").append(...explanations());
$("legend").append(...LEGEND.map(([kind, text]) => html("span", { className: kind }, text)));
$("quiz").onclick = () => (quiz.isOn ? endQuiz() : startQuiz());
$("fit").onclick = () => viewport.fit();
$("zoom-in").onclick = () => viewport.in();
$("zoom-out").onclick = () => viewport.out();
$("share").lastElementChild.append(
  button("Copy the link to this step", ({ target }) => copyLink(target), { id: "copy-link" }),
  button("Download SVG", saveSvg, { id: "save-svg" }),
  button("Download PNG", savePng, { id: "save-png" }));
$("node").onchange = ({ target }) => {
  remember({ node: target.value.trim() });
  showNode();
};
addEventListener("hashchange", () => go(links.read(location.hash)));

/** Changes what the link says, if the service agrees, with an entry of the history. Quick changes by slider or
 *  keys make one entry. */
function change(fields, isGradual = false) {
  const next = links.withFields(link, { ...fields, step: undefined, node: undefined, quiz: undefined });
  return go(next, () => {
    const isBurst = isGradual && Date.now() - lastGradual < BURST;
    lastGradual = isGradual ? Date.now() : 0;
    history[isBurst ? "replaceState" : "pushState"](undefined, "", links.write(next));
  });
}

/** Changes the link without an entry of the history: steps and the chosen node. */
function remember(fields) {
  link = links.withFields(link, fields);
  clearTimeout(remember.timer);
  // Browsers refuse too many changes within a short time.
  remember.timer = setTimeout(writeLink, 150);
}

/** Writes the link into the address, unless there is a new one that the page does not show yet. */
function writeLink() {
  if (location.href !== address) return;
  history.replaceState(undefined, "", links.write(link));
  address = location.href;
}

/** Shows what a link says. `accept` is called if the service answers: without it, the address says so already. */
async function go(next, accept) {
  clearTimeout(remember.timer);
  if (answer && links.isSameQuestion(link, next)) {
    link = next;
    accept?.();
    address = location.href;
    treePanel.showProblem("");
    searchPanel.showProblem("", "");
    if (picture) say("");
    showPlace();
    return;
  }
  question?.abort();
  const own = question = new AbortController();
  document.body.classList.add("busy");
  try {
    const found = await fetchAll(next, own.signal);
    if (own.signal.aborted) return;
    accept?.();
    address = location.href;
    link = next;
    show(found);
  } catch (error) {
    if (own.signal.aborted) return;
    if (!(error instanceof Refusal)) throw error;
    address = location.href;
    if (!accept) [treePanel, searchPanel].forEach((panel) => panel.show(next));
    refuse(error);
  } finally {
    if (question === own) document.body.classList.remove("busy");
  }
}

/** Asks for the counts of all searches, and for the picture of the one that is drawn. */
async function fetchAll(next, signal) {
  const names = [...new Set([...next.searches.split(","), next.search])];
  const found = await ask(links.question(next, names.join(",")), "application/json", signal);
  try {
    const drawn = await ask(links.question(next, next.search, { detail: "picture" }), "application/json", signal);
    return { answer: found, drawing: drawn.picture, isKnown: picture && links.isSameTree(link, next) };
  } catch (error) {
    if (error instanceof Refusal) return { answer: found, tooLarge: error.message };
    throw error;
  }
}

/** Shows what the service refused, at its field if there is one. */
function refuse({ field, message }) {
  const isOfTree = /^(tree|random|position|moves|depth|leaf|game|root)/.test(field);
  if (isOfTree) treePanel.showProblem(message);
  const isShown = isOfTree || searchPanel.showProblem(field, message);
  say(isShown ? "" : message);
  if (!answer) hideStage(true);
}

/** Shows a problem above the picture. */
function say(text) {
  $("problem").hidden = !text;
  $("problem").textContent = text;
}

const hideStage = (isHidden) => STAGE.forEach((id) => { $(id).hidden = isHidden; });

function show({ answer: found, drawing, isKnown, tooLarge }) {
  answer = found;
  if (!isKnown) picture = drawing && new Picture(drawing);
  replay = drawing && new Replay(drawing);
  if (quiz.isOn) quiz.stop();
  say(tooLarge ? `This tree is not drawn, as it is too large for a picture or for single steps (${tooLarge}). The searches below count all the same.` : "");
  hideStage(Boolean(tooLarge));
  if (picture && !isKnown) {
    picture.onchoose = choose;
    viewport.show(picture);
  }
  treePanel.show(link, found.tree.tree);
  treePanel.root = found.tree.root;
  searchPanel.show(link);
  comparison.show(link, found);
  chart.searches = link.searches.split(",");
  $("stage-title").textContent = nameOf(link.search);
  if (picture) showPlace();
}

const nameOf = (search) => catalogue.find(({ id }) => id === search)?.name ?? search;

/** Shows the step, the node and the quiz of the link. */
function showPlace() {
  if (!picture) return;
  if (link.quiz && !quiz.isOn) {
    startQuiz();
    return;
  }
  if (!link.quiz && quiz.isOn) quiz.stop();
  const isQuiz = quiz.isOn;
  $("stepper").hidden = $("event").hidden = $("list").hidden = isQuiz;
  $("quiz").ariaPressed = String(isQuiz);
  const last = replay.steps.length;
  const step = isQuiz ? 0 : Math.min(Number(link.step ?? last) || 0, last);
  stepper.load(replay.steps, step);
  showStep(step);
}

function showStep(step) {
  picture.show(replay.go(step));
  showEvent();
  showList();
  showNode();
  if (replay.current && !quiz.isOn && step !== replay.steps.length) viewport.reveal(picture.nodes[replay.current.node]);
}

function showEvent() {
  const { current, step } = replay;
  const cutoff = current?.cutoff;
  fill($("event"),
    html("b", {}, current ? `Step ${step}: ` : ""),
    current?.text ?? "Before the first step",
    cutoff ? html("span", { className: "kind" }, ` β ≤ α: ${cutoff.bounds} · ${cutoff.reach} ${cutoff.kind} cutoff`) : undefined);
}

/** Shows the list of SSS* and DUAL*: the first state comes next. */
function showList() {
  const states = replay.list(link.search === "dual-star" ? -1 : 1).map((index) => {
    const { merit, solved } = replay.nodes[index].listed;
    return html("li", { className: solved ? "solved" : "live" }, `${picture.nodes[index].name} ${solved ? "solved" : "live"} ${String(merit).replace("-", "−").replace("inf", "∞")}`);
  });
  fill($("list"), ...states);
}

/** Looks at a node, or marks it in the quiz. */
function choose(node) {
  if ($("picture").classList.contains("dragged")) return;
  if (quiz.isOn && !quiz.isChecked) {
    quiz.toggle(node);
    return;
  }
  remember({ node: node.path || "root" });
  showNode();
}

function showNode() {
  const isHidden = quiz.isOn && !quiz.isChecked;
  $("inspector").hidden = isHidden;
  const place = link.node === undefined || isHidden ? undefined : picture.at(link.node === "root" ? "" : link.node);
  picture.choose(place);
  if ($("node") !== document.activeElement) $("node").value = link.node ?? "";
  const about = place ? aboutNode(place, quiz.isOn ? theEnd() : replay) : [link.node ? `There is no node ${link.node}.` : "Choose a node to learn what the search did there; a grey one tells why it was left out."];
  const isNew = $("about").textContent !== about.map((part) => part.textContent ?? part).join("");
  if (isNew) fill($("about"), ...about);
  fill($("node-editor"), ...(place && treePanel.isEdited ? editor(place) : []));
}

function aboutNode(place, shown) {
  const reason = shown.reason(place);
  const cut = place.children.map((child) => shown.reason(child)?.cutoff).find((cutoff) => cutoff?.node === place.index);
  const why = reason ? capital(reason.text) : cut && `Cut after ${cut.searched} of ${place.children.length} children: ${cut.reason}`;
  return [html("b", {}, place.name), `, ${shown.nodes[place.index].about}.`, ...(why ? [html("span", { className: "why" }, ` ${why}.`)] : [])];
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Controls that change a node. */
function editor(place) {
  const apply = (what, node = place.path) => change({ tree: edit(answer.tree.tree, place.path, what) }).then(() => {
    remember({ node: node || "root" });
    showNode();
  });
  const value = html("input", { type: "number", id: "value", value: place.value ?? 0, "data-key": "value", onchange: ({ target }) => Number.isInteger(target.valueAsNumber) && apply(setValue(target.valueAsNumber)) });
  return [
    place.kind !== "leaf" ? undefined : html("label", { className: "line" }, "Value", value),
    button("Add a child", () => apply(addChild), { id: "add-child" }),
    button("Delete", () => apply(remove, place.parent?.path), { id: "delete-node" }),
  ];
}

/** The search at its end. */
const theEnd = () => replay.copy().go(replay.steps.length);

function startQuiz() {
  if (!picture) return;
  quiz.start(picture, theEnd(), nameOf(link.search));
  remember({ quiz: "1", step: undefined, node: undefined });
  showPlace();
}

function endQuiz() {
  quiz.stop();
  remember({ quiz: undefined, step: undefined });
  showPlace();
  stepper.focus();
}

/** The question whose answer is the picture on show. */
const pictureQuestion = () => links.question(link, link.search, { step: String(replay.step) });
const fileName = (ending) => `${link.game ?? (/^[a-z-]+$/.test(link.tree) ? link.tree : "tree")}-${link.search}-${replay.step}.${ending}`;

async function saveSvg() {
  save(await ask(pictureQuestion(), "image/svg+xml"), fileName("svg"), "image/svg+xml");
}

async function savePng() {
  save(await png(links.url(pictureQuestion())), fileName("png"), "image/png");
}

async function copyLink(target) {
  const label = (target.dataset.text ??= target.textContent);
  writeLink();
  try {
    await navigator.clipboard.writeText(new URL(links.write(link), location.href).href);
    target.textContent = "Copied";
  } catch {
    target.textContent = "The browser refuses: copy the address";
  }
  setTimeout(() => { target.textContent = label; }, 1500);
}

await go(link);
