// The page at /laboratory.

import { button, html } from "../dom.js";
import { Comparison } from "./comparison.js";
import * as links from "./link.js";
import { Quiz } from "./quiz.js";
import { SearchPanel } from "./search-panel.js";
import { Refusal, ask, get } from "./service.js";
import { Stage } from "./stage.js";
import { TreePanel } from "./tree-panel.js";
import { addWords, inWords, speak, word } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Milliseconds within which gradual changes make one entry of the history. */
const BURST = 1500;

/** The fields of a link that another tree of the lesson does not keep. */
const OTHER_TREE = Object.fromEntries([...links.OPTIONS, ...links.POSITION].map((name) => [name, undefined]));

await speak($("language"));
document.title = word("page.title");
const { catalogue, trees, games } = inWords(...await Promise.all(["/v1/searches", "/v1/trees", "/v1/games"].map(get)));

let link = await linkOf(location.hash);
/** The address that the page shows. Another one waits for its event, or for the answer of the service. */
let address = location.href;
/** The answer with the counts of all searches. */
let answer;
let question;
let lastGradual = 0;

const treePanel = new TreePanel($("tree"), trees, games, change);
const searchPanel = new SearchPanel($("search"), catalogue, change);
const comparison = new Comparison($("comparison"), catalogue, change);
// Parts that the page does not wait for.
const chart = later(async () => new (await import("./chart.js")).Chart($("chart"), catalogue));
const play = later(async () => new (await import("./play.js")).Play($("play-along"), $("play-board"), change));
const practice = later(async () => new (await import("./practice.js")).Practice($("practice-panel"), {
  onfresh: freshTree,
  onend: () => change({ practice: undefined }),
  onstep(step) {
    remember({ step: String(step) });
    stage.show(link);
  },
}));
const freshQuestions = () => practice((part) => part.fresh());
const quiz = new Quiz($("quiz-panel"), endQuiz, freshQuestions);
const lesson = later(async () => {
  const [{ Lesson }] = await Promise.all([import("./lesson.js"), addWords("lesson")]);
  return new Lesson({ panel: $("lesson-panel"), tools: $("lesson-tools"), question: $("lesson-question") }, {
    onchange: (fields) => change({ ...OTHER_TREE, ...fields }),
    oncut: () => stage.nextCut(),
    onlast: () => stage.last(),
    onlook: showPicture,
    onpractice: freshQuestions,
  });
});
const stage = new Stage(quiz, remember, (place) => (treePanel.isEdited ? editor(place) : []));
stage.onview = showPlace;
stage.onstep = () => lesson((part) => part.look(link.tree, stage.seen), Boolean(link.lesson));
Promise.all([import("./state-list.js"), import("./path-table.js"), import("./code-panel.js")]).then(([{ StateList }, { PathTable }, { CodePanel }]) => {
  for (const panel of [new StateList($("list")), new PathTable($("path")), new CodePanel($("code"))]) stage.add(panel);
});

import("./explanations.js").then(({ explanations }) => $("words").append(...explanations()));
const narrow = matchMedia("(max-width: 30rem)");
narrow.onchange = placeProgram;
placeProgram();
$("legend").append(...Object.entries(word("legend")).map(([kind, text]) => html("span", { className: kind }, text)));
$("lesson").onclick = () => lesson((part) => part.go(1));
$("quiz").onclick = toggleQuiz;
$("share").lastElementChild.append(
  button(word("save.link"), ({ target }) => copyLink(target), { id: "copy-link" }),
  button(word("save.svg"), saveSvg, { id: "save-svg" }),
  button(word("save.png"), savePng, { id: "save-png" }));
addEventListener("hashchange", async () => go(await linkOf(location.hash)));

/** On a phone the program is below the tree, in sight with it. */
function placeProgram() {
  $(narrow.matches ? "stepper" : "path").before($("code"));
}

/** A part that is loaded when it is first used: calls back with it, then and later. */
function later(load) {
  let loading;
  return (use, isWanted = true) => {
    if (isWanted) loading ??= load();
    loading?.then(use);
  };
}

/** Changes what the link says, if the service agrees, with an entry of the history. Quick changes by slider or
 *  keys make one entry. */
function change(fields, isGradual = false) {
  const changed = links.withFields(link, { lesson: undefined, practice: undefined, ...fields, step: undefined, node: undefined, quiz: undefined });
  const next = links.isSameTree(link, changed) ? changed : otherTree(links.withFields(changed, { folded: undefined }), fields);
  return go(next, () => {
    const isBurst = isGradual && Date.now() - lastGradual < BURST;
    lastGradual = isGradual ? Date.now() : 0;
    history[isBurst ? "replaceState" : "pushState"](undefined, "", links.write(next));
  });
}

/** A link to another tree: searches that were chosen for chance nodes are not kept without them. */
function otherTree(next, { search, searches }) {
  return hasChance(link) && !hasChance(next) ? links.withFields(next, { search, searches }) : knowing(next);
}

/** Practises on another tree by the question with this number, in the place of the one before. */
function freshTree(tree, number) {
  const next = links.withFields(link, { ...OTHER_TREE, tree, search: "alpha-beta", practice: String(number), lesson: undefined, quiz: undefined, step: undefined, node: undefined, folded: undefined });
  return go(next, () => history[link.practice ? "replaceState" : "pushState"](undefined, "", links.write(next)));
}

/** Changes the link without an entry of the history: steps and the chosen node. */
function remember(fields) {
  link = stage.link = links.withFields(link, fields);
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
    await stage.prepare(next);
    link = next;
    accept?.();
    address = location.href;
    treePanel.showProblem("");
    searchPanel.showProblem("", "");
    if (stage.picture) say("");
    showPlace();
    return;
  }
  question?.abort();
  const own = question = new AbortController();
  document.body.classList.add("busy");
  try {
    const [found] = await Promise.all([fetchAll(next, own.signal), stage.prepare(next)]);
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

/** Asks for the counts of all searches, and for the picture and the events of the one that is drawn. */
async function fetchAll(next, signal) {
  const names = [...new Set([...next.searches.split(","), next.search])];
  const found = await ask(links.question(next, names.join(",")), "application/json", signal);
  try {
    const details = ["picture", "events"].map((detail) => ask(links.question(next, next.search, { detail }), "application/json", signal));
    const [trunk, { picture }, { results: [{ events }] }] = await Promise.all([wayTo(next), ...details]);
    return { answer: found, drawing: { ...picture, trunk }, events, isKnown: stage.picture && links.isSameTree(link, next) };
  } catch (error) {
    if (error instanceof Refusal) return { answer: found, tooLarge: error.message };
    throw error;
  }
}

/** The moves played before the root of the tree of a position. */
const wayTo = async (next) => (next.game && next.moves ? (await import("./trunk.js")).trunkOf(next) : undefined);

/** Shows what the service refused, at its field if there is one. */
function refuse({ field, message }) {
  const isOfTree = /^(tree|random|position|moves|depth|leaf|game|root)/.test(field);
  if (isOfTree) treePanel.showProblem(message);
  const isShown = isOfTree || searchPanel.showProblem(field, message);
  say(isShown ? "" : message);
  if (!answer) stage.hide(true);
}

/** Shows a problem above the picture. */
function say(text) {
  $("problem").hidden = !text;
  $("problem").textContent = text;
}

function show({ answer: found, drawing, events, isKnown, tooLarge }) {
  answer = found;
  if (quiz.isOn) quiz.stop();
  say(tooLarge ? word("problems.notDrawn", tooLarge) : "");
  stage.hide(Boolean(tooLarge));
  stage.link = link;
  stage.load(drawing, events, isKnown, conventionOf(link.search), games.find(({ id }) => id === link.game)?.board);
  treePanel.show(link, found.tree.tree);
  treePanel.root = found.tree.root;
  play((part) => part.show(link), Boolean(link.game));
  searchPanel.show(link);
  comparison.show(link, found);
  chart((part) => { part.searches = link.searches.split(","); });
  $("stage-title").textContent = nameOf(link.search);
  showPlace();
}

const conventionOf = (search) => catalogue.find(({ id }) => id === search)?.convention;
/** The nested numbers of the tree of a link, or its text. */
function textOf({ tree }) {
  return trees.find(({ id }) => id === tree)?.tree ?? tree ?? "";
}

function hasChance(of) {
  const text = textOf(of);
  const [chance, depth] = ["chance", "depth"].map((name) => Number(text.match(`${name}=(\\d+)`)?.[1] ?? 0));
  return text.includes("{") || (chance > 0 && chance <= depth);
}

/** What a fragment says. One that names a link of the lesson alone has its tree. */
async function linkOf(fragment) {
  const found = links.read(fragment);
  if (!found.lesson || /[#&](tree|game)=/.test(fragment)) return knowing(found);
  return links.withFields(found, (await import("./lesson.js")).fieldsOf(found.lesson));
}

/** A link to a tree with chance nodes has only searches that know them. */
function knowing(next) {
  if (!hasChance(next)) return next;
  const known = catalogue.filter(({ chance }) => chance).map(({ id }) => id);
  const searches = next.searches.split(",").filter((id) => known.includes(id));
  return links.withFields(next, { search: known.includes(next.search) ? next.search : "star1", searches: (searches.length > 0 ? searches : ["expectiminimax", "star1"]).join(",") });
}

const nameOf = (search) => catalogue.find(({ id }) => id === search)?.name ?? search;

/** Shows the step, the node and the quiz of the link. */
function showPlace() {
  if (!stage.picture) return;
  if (stage.follow(link) && quiz.isOn) quiz.stop();
  if (link.quiz && !quiz.isOn) {
    startQuiz();
    return;
  }
  if (!link.quiz && quiz.isOn) quiz.stop();
  lesson((part) => part.show(link.lesson), Boolean(link.lesson));
  stage.show(link);
  treePanel.name = stage.name;
  practice((part) => (link.practice ? part.show(stage, Number(link.practice) || 0) : part.stop()), Boolean(link.practice));
}

/** Controls that change a node. */
function editor(place) {
  const apply = async (what, node = place.path) => {
    const changes = await import("./edit.js");
    await change({ tree: changes.edit(answer.tree.tree, place.path, what(changes)) });
    remember({ node: node || "root" });
    stage.showNode();
  };
  const value = html("input", { type: "number", id: "value", value: place.value ?? 0, "data-key": "value", onchange: ({ target }) => Number.isInteger(target.valueAsNumber) && apply(({ setValue }) => setValue(target.valueAsNumber)) });
  return [
    place.kind !== "leaf" ? undefined : html("label", { className: "line" }, word("tree.value"), value),
    button(word("tree.addChild"), () => apply(({ addChild }) => addChild), { id: "add-child" }),
    button(word("tree.delete"), () => apply((changes) => changes.remove, place.parent?.path), { id: "delete-node" }),
  ];
}

/** Brings the picture of the lesson into view, with the text above it. */
function showPicture() {
  const { top, bottom } = $("picture").getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  $("lesson-panel").scrollIntoView();
  $("picture").scrollIntoView({ block: "nearest" });
}

/** After the lesson come questions on fresh trees, elsewhere a question about the tree on show. */
function toggleQuiz() {
  if (link.practice) change({ practice: undefined });
  else if (quiz.isOn) endQuiz();
  else if (link.lesson) freshQuestions();
  else startQuiz();
}

function startQuiz() {
  if (!stage.picture) return;
  quiz.start(stage.picture, stage.end(), nameOf(link.search), (path) => stage.name(path));
  remember({ quiz: "1", step: undefined, node: undefined });
  showPlace();
}

function endQuiz() {
  quiz.stop();
  remember({ quiz: undefined, step: undefined });
  showPlace();
  stage.focus();
}

/** The question whose answer is the picture on show. */
const pictureQuestion = () => links.question(link, link.search, { step: String(stage.replay.step) });
const fileName = (ending) => `${link.game ?? (/^[a-z-]+$/.test(link.tree) ? link.tree : "tree")}-${link.search}-${stage.replay.step}.${ending}`;

async function saveSvg() {
  const { save, told } = await import("./save.js");
  save(told(await ask(pictureQuestion(), "image/svg+xml"), stage), fileName("svg"), "image/svg+xml");
}

async function savePng() {
  const { png, save } = await import("./save.js");
  const picture = await ask(pictureQuestion(), "image/svg+xml");
  save(await png(links.url(pictureQuestion()), picture, stage), fileName("png"), "image/png");
}

async function copyLink(target) {
  const label = (target.dataset.text ??= target.textContent);
  writeLink();
  try {
    await navigator.clipboard.writeText(new URL(links.write(link), location.href).href);
    target.textContent = word("save.copied");
  } catch {
    target.textContent = word("save.refused");
  }
  setTimeout(() => { target.textContent = label; }, 1500);
}

await go(link);
