// The page: a session, its controls and its display.

import "/board.js";
import { showAnalysisPanel } from "./analysis-panel.js";
import { Assistance, LiveAnalysis } from "./assistance.js";
import { boardView, playSound } from "./board-view.js";
import { createTabs, followDetails, isNarrow, isPhone, showOptions } from "./controls.js";
import { fill, html } from "./dom.js";
import { Editing } from "./editing.js";
import { showBar, showColours, showGraph } from "./evaluation.js";
import { showGameCard } from "./game-card.js";
import { GameReview, Retry } from "./game-review.js";
import { Importer } from "./importer.js";
import * as locationHash from "./location-hash.js";
import { describeMove, showComment, showMoves, showVariationActions } from "./move-tree.js";
import * as offline from "./offline.js";
import * as ownGames from "./own-games.js";
import { showPlayPanel, showPlayer, status } from "./players.js";
import { showProblemCard } from "./problem.js";
import { describeJudgement, describeRetry, showReviewPanel } from "./review-panel.js";
import { Latest, games } from "./service.js";
import { Session } from "./session.js";
import * as settings from "./settings.js";
import { SharePanel } from "./share-panel.js";
import { listen, showHelp } from "./shortcuts.js";
import { listenForTexts } from "./texts.js";
import { createToolbar, showToolbar } from "./toolbar.js";
import { TypedMove } from "./typed-move.js";
import { LANGUAGES, nameOf, setLanguage, translate, word } from "./words.js";

/** The status of a problem of the network. */
const NO_ANSWER = 0;
/** Milliseconds until the page asks for the list of games again. */
const RETRY_MS = 3000;

const at = (id) => document.getElementById(id);

const board = document.createElement("bestmove-board");
const session = new Session(update, showIllegalMove);
const assistance = new Assistance(session, update);
const live = new LiveAnalysis(onIteration);
const review = new GameReview(() => session.game && showReview());
const typedMove = new TypedMove(session, { form: at("typed"), input: at("typed-move"), problem: at("typed-problem") }, playMove);
const share = new SharePanel(at("share"), session, { load: (...text) => importer.load(...text), edit: () => editing.open() });
const importer = new Importer(session, { list: at("archive"), steps: at("steps"), notice: at("notice") }, {
  games: () => list, open: openRecord, adopt: (end, sides) => review.adopt(end, sides), notify: showNotice,
  refuse: (reason) => share.showProblem(reason), showList: showArchive,
});
const editing = new Editing(session, at("main"), at("editor"), {
  render, open, focusBoard: () => board.focus(), refuse: (reason) => share.showProblem(reason),
});
/** The games of the service. */
let list = [];
/** The current try of "retry your mistakes". */
let retry;
let selectTab;
/** The node that the board shows. */
let shown;
/** What was said about the last try to move, until the next change. */
let said;
/** True while a change comes from the URL, and needs no entry in the history. */
let isFollowingUrl = false;
/** True from a URL of a game that is not available to the next move or game: that URL stays. */
let keepsUrl = false;
const loading = new Latest();

/** Follows a change of the session or its help; `isNew`: a move or a game is new. */
function update(isNew) {
  const isEntry = isNew && !isFollowingUrl;
  said = undefined;
  if (!retry) ownGames.remember(session, locationHash.fragmentOf(session));
  keepsUrl &&= !isEntry;
  if (!keepsUrl) locationHash.update(session, isEntry);
  followAnalysis();
  render();
}

/** Shows what an iteration of the analysis has changed. */
function onIteration() {
  assistance.update();
  showStatus();
  showToolbar(at("toolbar"), session, assistance);
  showEvaluation();
  showBoard();
}

/** Analyses the position as long as something shows its scores. */
function followAnalysis() {
  const isWanted = settings.get("analysis") || settings.get("scores") || assistance.isActive;
  const isPossible = session.position && !session.position.outcome && !retry;
  live.follow(isWanted && isPossible ? session.place : undefined, session.timeMs);
}

function render() {
  const { game, phase, problem } = session;
  if (!game) return;
  at("main").dataset.phase = phase;
  typedMove.update();
  showPlayers();
  showStatus();
  showToolbar(at("toolbar"), session, assistance);
  showPlayPanel(at("play"), session, { restart, change: update });
  showEvaluation();
  showReview();
  showVariationActions(at("variations"), session);
  share.show();
  showProblemCard(at("problem"), problem, () => session.resume(), restart);
  showBoard();
}

function showStatus() {
  const text = said ?? (retry ? describeRetry(retry, session)
    : assistance.description ?? describeJudgement(session) ?? status(session));
  if (at("status").textContent !== text) at("status").textContent = text;
}

function showEvaluation() {
  showBar(at("bar"), session, retry !== undefined);
  showAnalysisPanel(at("analysis"), session, live.problem, update);
  showGraph(at("graph"), session, graphEnd());
}

/** While mistakes are tried again, the end of the reviewed line. */
const graphEnd = () => (retry ? review.nodes.findLast(({ isInTree }) => isInTree) : undefined);

function showReview() {
  showReviewPanel(at("review"), session, review, { isTrying: retry !== undefined, begin: beginRetry });
  showGameCard(at("choices"), session, review, retry, actions);
  markReviewed();
  showBar(at("bar"), session, retry !== undefined);
  showGraph(at("graph"), session, graphEnd());
  showMoves(at("moves"), session);
  showComment(at("comment"), session);
}

/** Marks a finished game that has its review, whose numbers then come in sight. */
function markReviewed() {
  const { dataset } = at("main");
  const { reviewed: was } = dataset;
  dataset.reviewed = String(!retry && session.isLineOver && review.covers(session));
  if (was === "false" && dataset.reviewed === "true" && !at("review").hidden) showTab("review");
}

/** Shows a panel, where it is below the board as far up as the board allows. On a tablet a review leaves it in sight. */
function showTab(name) {
  selectTab(name);
  const isAtTop = isNarrow() && (isPhone() || name !== "review");
  at("tabs").scrollIntoView({ block: isAtTop ? "start" : "nearest" });
}

/** Reviews the game, then lets the person try their mistakes again. */
async function retryNow() {
  showTab("review");
  if (!review.covers(session)) await review.run(session);
  const sides = session.viewer ? [session.viewer] : session.game.sides;
  const errors = review.errorsOf(...sides);
  if (errors.length > 0) beginRetry(errors);
  else if (review.sides) say(word("no_errors"));
}

function showPlayers() {
  showPlayer(at("bottom-player"), session, session.flipped ? 1 : 0);
  showPlayer(at("top-player"), session, session.flipped ? 0 : 1);
}

function showBoard() {
  const { node, last, pieces, position, flipped } = session;
  if (editing.isOpen) return board.show({ pieces: editing.pieces, legal: [], flipped, editing: true });
  if (!pieces) return;
  const isNew = position !== undefined && last !== undefined && node !== shown && node.parent === shown;
  if (position) shown = node;
  if (isNew) playSound(session);
  board.show(boardView(session, assistance, retry, isNew));
}

/** Plays a move of the person, or checks it while they try a mistake again. */
function playMove({ notation }) {
  if (retry?.isPosed) retry.check(notation);
  else session.play(notation);
}

/** Lets the person try these mistakes again; undefined: no longer. */
function beginRetry(errors) {
  const { error } = retry ?? {};
  retry?.stop();
  assistance.clear();
  retry = errors && new Retry(session, errors, update);
  if (!errors) return session.goTo(error);
  board.focus({ preventScroll: true });
  const { top } = at("main").getBoundingClientRect();
  if (isNarrow() || top < 0) scrollTo({ top: scrollY + top });
}

/** Opens a game at a place, without what belongs to the game before. */
function open(game, place) {
  retry?.stop();
  retry = undefined;
  shown = undefined;
  loading.abort();
  importer.leave();
  review.clear();
  at("notice").hidden = true;
  editing.end();
  board.info = game;
  showColours(at("main"), game);
  at("main").dataset.board = game.display.board;
  session.open(game, place);
  showGames();
}

/** Starts a new game. */
function restart() {
  session.reseed();
  open(session.game, { flipped: session.flipped });
}

/** Starts a new game in which the person has the other side, at the bottom. */
function swapSides() {
  session.reseed();
  const [first, second] = session.game.sides;
  const seat = session.viewer === first ? second : first;
  open(session.game, { seat, flipped: seat === second });
}

/** Changes to another game. */
function change(id) {
  const game = list.find((candidate) => candidate.id === id);
  session.level = settings.levelOf(game);
  open(game);
}

/** Says something below the board, until the next change. */
function say(text) {
  said = text;
  showStatus();
}

function showGames() {
  if (!session.game) return;
  document.title = `${nameOf(session.game.title)} · bestmove`;
  const options = list.map((game) => [game.id, nameOf(game.title), "", ownGames.picture(game)]);
  showOptions(at("games"), options, session.game.id, change);
}

/** Opens the game in the URL fragment, or else the first. An entry of the history that belongs to the game
 *  on the board is a place in it. */
function followUrl() {
  const isSameGame = history.state !== null && history.state === session.id;
  const { id, level, seed, isStarted, isOwn, ...place } = locationHash.read();
  const game = list.find((candidate) => candidate.id === id);
  if (list.length === 0) return;
  isFollowingUrl = true;
  keepsUrl = id && !game;
  if (isSameGame) {
    goToPlace(place);
  } else {
    session.level = level ?? (game && isStarted ? locationHash.FULL_STRENGTH : settings.levelOf(game ?? list[0]));
    session.seed = seed ?? session.seed;
    // The engine leaves the position of a link on the board, but goes on with the person's own game.
    const isWaiting = isStarted && !isOwn && history.state === null;
    open(game ?? list[0], game && { ...place, isWaiting, seat: place.seat ?? game.sides[0] });
  }
  isFollowingUrl = false;
  if (keepsUrl) showNotice(word("unknown_game", id));
}

/** Goes to a place in the game on the board, whose variations are added to those on the page. */
function goToPlace({ root, node, flipped, seat = session.game.sides[0] }) {
  session.flipped = flipped;
  session.seat = seat;
  session.root.merge(root);
  session.goTo(session.root.playAll(node.moves));
}

/** Says that a move of a link is not legal. */
function showIllegalMove(node) {
  showNotice(word("illegal_in_link", describeMove(node)));
}

function showNotice(...texts) {
  fill(at("notice"), ...texts.map((text) => html("p", {}, text)));
  at("notice").hidden = false;
}

/** Opens a game of a text. The list may have scrolled the board away. */
function openRecord(...place) {
  open(...place);
  if (at("board").getBoundingClientRect().top < 0) scrollTo({ top: 0 });
}

/** Shows the list of games, or the first panel where there is none any more. */
function showArchive() {
  const hadFocus = document.activeElement.closest(".panels");
  at("archive").hidden = true;
  showTabs();
  if (importer.archive.game) showTab("archive");
  if (hadFocus) at("tabs").querySelector("[aria-selected=true]").focus({ preventScroll: true });
}

const goTo = (node) => node && session.goTo(node);

/** Goes to another move from the same position. */
function goToSibling(step) {
  const siblings = session.node.parent?.children ?? [];
  goTo(siblings[siblings.indexOf(session.node) + step]);
}

function toggleSetting(name) {
  settings.set(name, !settings.get(name));
  update();
}

const actions = {
  first: () => goTo(session.root),
  back: () => goTo(session.node.parent),
  forward: () => goTo(session.node.children[0]),
  last: () => goTo(session.node.end),
  previous_variation: () => goToSibling(-1),
  next_variation: () => goToSibling(1),
  previous_game: () => importer.archive?.step(-1),
  next_game: () => importer.archive?.step(1),
  restart,
  swapSides,
  retryNow,
  endRetry: () => beginRetry(undefined),
  new_game: restart,
  take_back: () => session.takeBack(),
  pause: () => session.fulfil(),
  flip: () => {
    session.flipped = !session.flipped;
    update();
  },
  hint: () => at("hint").disabled || assistance.askHint(),
  threat: () => at("threat").disabled || assistance.toggleThreat(),
  analyse: () => toggleSetting("analysis"),
  scores: () => toggleSetting("scores"),
  review_game: () => {
    showTab("review");
    // Nothing happens while the button is disabled.
    at("review-game")?.click();
  },
  help: () => showHelp(at("help")),
};

function addListeners() {
  board.addEventListener("move", ({ detail }) => playMove(detail.move));
  board.addEventListener("refused", ({ detail }) => say(detail.text));
  board.addEventListener("cell", ({ detail }) => editing.put(detail.cell));
  at("shortcuts").addEventListener("click", actions.help);
  at("language").addEventListener("change", async ({ target }) => {
    settings.set("language", target.value);
    await showWords();
    at("problem").problem = undefined;
    showGames();
    editing.translate();
    render();
  });
  addEventListener("popstate", followUrl);
  addEventListener("online", () => session.phase === "failed" && session.resume());
  // The browser has cancelled the requests of a page that it brings back from its cache.
  addEventListener("pageshow", ({ persisted }) => persisted && session.resume());
  const receive = (take) => (given) => {
    selectTab("share");
    take(given);
  };
  listenForTexts(receive((text) => share.receive(text)), receive((file) => share.receiveFile(file)));
  offline.listen(render);
  followDetails(at("play"));
  listen(actions, (action) => action === "help" || (session.game && !editing.isOpen));
  setInterval(() => session.clock.isOn && showPlayers(), 100);
}

/** Builds all parts with texts in the chosen language. */
async function showWords() {
  const current = await setLanguage(settings.get("language"));
  const options = Object.entries(LANGUAGES).map(([tag, name]) => html("option", { value: tag, selected: tag === current }, name));
  at("language").replaceChildren(...options);
  createToolbar(at("toolbar"), actions);
  showTabs();
  translate(document);
  share.build();
  importer.archive?.build();
}

function showTabs() {
  const panels = ["play", "analysis", "review", "share", ...(importer.archive?.game ? ["archive"] : [])];
  selectTab = createTabs(at("tabs"), panels, () => share.show());
}

async function loadGames() {
  const problem = await loading.run(async () => { list = await games(); });
  showProblemCard(at("problem"), problem, loadGames, loadGames);
  if (problem?.status === NO_ANSWER) setTimeout(() => at("problem").problem === problem && loadGames(), RETRY_MS);
  followUrl();
}

at("board").append(board);
await showWords();
addListeners();
loadGames();
