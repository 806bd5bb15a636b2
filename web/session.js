// A session: a game as a tree of moves, a place in it, the players, and the running turn.
//
// The service knows the rules. The state here is the tree and the players; everything else is fetched
// and cached.

import { coordinates, keyFunction } from "/board/geometry.js";
import { pause } from "/board/match.js";
import { Clock } from "./clock.js";
import { Node } from "./game-tree.js";
import { Latest, analysisAt, bestMove, loadPosition, placeOf, positionAt } from "./service.js";
import * as settings from "./settings.js";

/** Seats besides the two sides: the person plays both, or watches the engine play both. */
export const BOTH = "both";
export const NEITHER = "neither";

/** Seeds of opponents are below this number. */
const SEEDS = 2 ** 32;

/** The least time for which a position is shown before the engine's reply. */
const MIN_DISPLAY_MS = 350;

/** Milliseconds until the page asks again after it has got no answer. */
const RETRY_MS = 3000;

/** The most plies since an analysis that is still shown: one move of each side. */
const MAX_AGE_PLIES = 2;

/** The draws that a player has to claim: where moves follow, nobody did. */
const CLAIMABLE_DRAWS = ["repetition", "no_progress"];

export class Session {
  /** A game from the service's list. */
  game;
  /** The start position; undefined: that of the game. */
  start;
  /** The game on the board, by a number of its own: entries of the browser's history name it. */
  id;
  /** The start of the tree. */
  root = new Node();
  /** The place in the tree. */
  node = this.root;
  /** The tags of a loaded game: event, players, result. */
  tags = [];
  /** The person's seat: a side, BOTH or NEITHER. */
  seat;
  timeMs = settings.get("timeMs");
  /** The opponent's level, from 1 to 10. */
  level = 10;
  /** The seed of the opponent's choices. */
  seed = randomSeed();
  flipped = false;
  /** "loading", "yours", "thinking", "over" or "failed". */
  phase = "loading";
  problem;
  clock = new Clock((side) => this.#flag(side));
  /** True while the engine leaves all moves to the person, who looks for a better one. */
  isPaused = false;
  /** True once the person has made a move in this game. */
  isPlayed = false;
  /** True while the engine waits at the place of a link, or while it plays against itself. */
  isWaiting = false;

  /** The end of the line that was loaded. */
  #loadedEnd;
  /** The running turn, which ends when the place or the players change. */
  #turn = new Latest();
  /** The node after which the clock runs. */
  #timedNode;
  /** The loss on time: the index of the side, and the node. */
  #flagged;
  #onchange;
  #onillegal;

  /** @param {(isNew: boolean) => void} onchange is called after every change; `isNew`: a move or a game is new
   *  @param {(node: Node) => void} onillegal is called with a move that is not legal, at the position before it */
  constructor(onchange, onillegal) {
    this.#onchange = onchange;
    this.#onillegal = onillegal;
  }

  /** The person's side; undefined if they play both or neither. */
  get viewer() {
    return this.game.sides.find((side) => side === this.seat);
  }

  /** True if the person plays `side`. */
  plays(side) {
    return this.isPaused || this.isWaiting || this.seat === BOTH || this.seat === side;
  }

  /** The request that the person can make of the engine, "pause" or "go_on"; undefined: neither. Where the engine
   *  plays both sides, also while a position is loaded. */
  get request() {
    const { node, position, seat } = this;
    if (this.outcome || node.children.length > 0 || this.isPaused || this.problem) return undefined;
    if (seat !== NEITHER && (!position || [BOTH, position.to_move].includes(seat))) return undefined;
    if (this.isWaiting) return "go_on";
    return seat === NEITHER ? "pause" : undefined;
  }

  /** The tags of the line to `end`. A result was recorded for the loaded line alone. */
  tagsOf(end) {
    return end === this.#loadedEnd ? this.tags : this.tags.filter(({ name }) => name !== "Result");
  }

  /** The place of a node as requests describe it. */
  placeOf(node) {
    return placeOf(this.game, this.start, node);
  }

  get place() {
    return this.placeOf(this.node);
  }

  /** The current position with its legal moves, if it is loaded. */
  get position() {
    return positionAt(this.place);
  }

  /** The last move with its coordinates, if the position before it is loaded. */
  get last() {
    const { parent, move } = this.node;
    return parent && positionAt(this.placeOf(parent))?.moves.find(({ notation }) => notation === move);
  }

  /** The pieces on the board or, until the position is loaded, those before the last move; without a connection, the
   *  page moves them itself. */
  get pieces() {
    if (this.position) return this.position.pieces;
    const before = this.node.parent && positionAt(this.placeOf(this.node.parent));
    return this.last && this.problem ? piecesAfter(this.last, before, this.game) : before?.pieces;
  }

  /** The number of pieces at a node of a game whose moves each add one. */
  piecesAt({ ply }) {
    return this.startPieces && this.startPieces.length + ply;
  }

  /** The pieces at the start of the game, if that position is loaded. */
  get startPieces() {
    return positionAt(this.placeOf(this.root))?.pieces;
  }

  /** The latest analysis of this position or one shortly before, and its node. */
  get analysis() {
    let node = this.node;
    for (let age = 0; node && age <= MAX_AGE_PLIES; age++, node = node.parent) {
      const found = analysisAt(this.placeOf(node));
      if (found) return { ...found, node };
    }
    return undefined;
  }

  /** The end of the line on the board, or the position on it at which the game is known to be over. */
  get lineEnd() {
    const { end } = this.node;
    return end.line.find((node) => this.#isEnd(node)) ?? end;
  }

  /** True if the line on the board is known to end with the game. */
  get isLineOver() {
    return this.#isEnd(this.lineEnd);
  }

  /** True if a draw on the board could have been claimed, and the game goes on. */
  get isUnclaimed() {
    return Boolean(this.position?.outcome) && !this.#isEnd(this.node);
  }

  /** True if the game is known to be over at a node. */
  #isEnd(node) {
    const { outcome } = positionAt(this.placeOf(node)) ?? {};
    return Boolean(outcome) && (node.children.length === 0 || !CLAIMABLE_DRAWS.includes(outcome.reason));
  }

  /** The result of the game at this place, by the rules or by the clock. */
  get outcome() {
    const isLostOnTime = this.#flagged?.node === this.node && !this.isPaused;
    if (!isLostOnTime) return this.position?.outcome;
    return { winner: this.game.sides[1 - this.#flagged.side], reason: "time", line: [] };
  }

  /** Opens `game` at a node of a tree. */
  open(game, { start, node = new Node(), flipped = false, seat = this.seat, tags = [], isWaiting = false } = {}) {
    this.seat = [BOTH, NEITHER, ...game.sides].includes(seat) ? seat : game.sides[0];
    this.id = Math.random();
    this.game = game;
    this.start = start;
    this.tags = tags;
    this.root = node.root;
    this.#loadedEnd = this.root.end;
    this.flipped = flipped;
    this.isPaused = false;
    this.isPlayed = false;
    this.isWaiting = isWaiting;
    this.#timedNode = undefined;
    this.timeMs = Math.min(this.timeMs ?? game.limits.time_ms.default, game.limits.time_ms.maximum);
    this.#flagged = undefined;
    this.clock.reset(settings.get("clock"));
    this.node = node;
    return this.#run(true);
  }

  /** Lets the opponent play differently from the last game. */
  reseed() {
    this.seed = randomSeed();
  }

  /** Changes the person's seat. The person's side is at the bottom. */
  takeSeat(seat) {
    this.seat = seat;
    this.isWaiting = false;
    this.flipped = seat === this.game.sides[1];
    return this.resume();
  }

  /** Plays a move of the person. The engine replies, also where it has replied before. */
  play(move) {
    this.isPlayed = true;
    this.#leaveClock();
    this.#wake();
    this.node = this.node.play(move);
    return this.#run(true, async (signal) => {
      if (this.#isOpponentToMove()) await this.#playMove(signal, this);
    });
  }

  /** Goes to a node of the tree. At the end of a line the engine moves, if it is its turn. */
  goTo(node) {
    if (node !== this.node) this.#leaveClock();
    this.node = node;
    return this.resume();
  }

  /** Goes back to the person's last turn, or by one move if they play both sides or neither. */
  takeBack() {
    this.#goToTurn(({ parent }) => parent);
  }

  /** Goes forward to the person's next turn on the main line. */
  redo() {
    this.#goToTurn(({ children }) => children[0]);
  }

  /** Lets the engine play one move for the person. */
  moveForMe() {
    const { node } = this;
    this.#wake();
    return this.#run(true, async (signal) => {
      if (this.node === node) await this.#playMove(signal);
    });
  }

  /** Continues after a change of seat or settings, or after a problem. */
  resume() {
    return this.#run(false);
  }

  /** Lets the engine wait, or go on. */
  fulfil() {
    const { request } = this;
    if (!request) return;
    this.isWaiting = request === "pause";
    if (this.isWaiting) this.clock.stop();
    this.resume();
  }

  /** A move of the person ends the waiting, unless the engine plays both sides. */
  #wake() {
    if (this.viewer) this.isWaiting = false;
  }

  /** Leaves all moves to the person, or no longer. */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) this.clock.stop();
  }

  /** The sides alternate: the start tells whose turn it is at a position that is not loaded. */
  #goToTurn(next) {
    let node = next(this.node);
    const isFirst = positionAt(this.placeOf(this.root))?.to_move === this.viewer;
    if (this.viewer && node && isFirst === (node.ply % 2 === 1)) node = next(node) ?? node;
    if (node) this.goTo(node);
  }

  /** Runs the game from a change on: the engine moves as long as it is its turn. */
  async #run(isNew, first = async () => {}) {
    this.problem = undefined;
    this.phase = "loading";
    this.#onchange(isNew);
    return this.#try(first);
  }

  /** Runs the game; where there is no answer, again and again. */
  async #try(first = async () => {}) {
    const problem = await this.#turn.run(async (signal) => {
      await this.#loadPositions(signal);
      this.problem = undefined;
      await first(signal);
      while (this.#isEnginesTurn()) await this.#playMove(signal, this);
      this.#setPhase(this.outcome ? "over" : "yours");
    });
    if (!problem) return;
    const illegal = this.node.line[problem.field?.match(/^moves\[(\d+)\]$/)?.[1]];
    if (illegal) return this.#leave(illegal);
    const isSame = problem.status === 0 && this.problem?.status === 0;
    if (!isSame) {
      this.problem = problem;
      this.#setPhase("failed");
    }
    const { problem: shown } = this;
    if (problem.status === 0) setTimeout(() => this.problem === shown && this.#try(), RETRY_MS);
  }

  /** Goes to the position before a move that is not legal, and removes the move. */
  #leave(illegal) {
    this.node = illegal.remove();
    return this.#run(false, async () => this.#onillegal(illegal));
  }

  /** Loads the current position, the one before the last move, and the start position. */
  async #loadPositions(signal) {
    const nodes = new Set([this.node, this.node.parent ?? this.node, this.root]);
    await Promise.all([...nodes].map((node) => loadPosition(this.placeOf(node), signal)));
    signal.throwIfAborted();
  }

  #isEnginesTurn() {
    return this.node.children.length === 0 && this.#isOpponentToMove();
  }

  #isOpponentToMove() {
    return !this.outcome && !this.plays(this.position.to_move);
  }

  /** Plays the move of an opponent, by default of full strength. */
  async #playMove(signal, opponent) {
    const answer = bestMove(this.place, this.timeMs, signal, opponent);
    this.#setPhase("thinking");
    const [{ best_move }] = await Promise.all([answer, pause(MIN_DISPLAY_MS, signal)]);
    this.node = this.node.play(best_move);
    await this.#loadPositions(signal);
  }

  #setPhase(phase) {
    this.phase = phase;
    this.#runClock();
    this.#onchange(false);
  }

  /** The clock runs from the first move on, also while the person looks at earlier positions. */
  #runClock() {
    const { node } = this;
    if (["over", "failed"].includes(this.phase) || !this.#timedNode?.isInTree) this.clock.stop();
    const isPlayed = node.parent && node.children.length === 0 && !this.isPaused && !this.isWaiting;
    if (!isPlayed || !["yours", "thinking"].includes(this.phase)) return;
    this.clock.start(this.game.sides.indexOf(this.position.to_move), node.parent === this.#timedNode);
    this.#timedNode = node;
  }

  /** After a loss on time the game goes on without a clock. */
  #leaveClock() {
    if (this.#flagged) this.clock.reset("off");
  }

  #flag(side) {
    this.#turn.abort();
    this.node = this.#timedNode;
    this.#flagged = { side, node: this.node };
    this.#setPhase("over");
  }
}

/** The pieces after a move from a position, as far as the page knows without the rules: it crowns no man. */
function piecesAfter(move, { pieces, to_move: owner }, { board }) {
  const keyOf = keyFunction(board.cells);
  const { path, captured = [], flipped = [] } = move;
  const turned = new Set(flipped.map(String));
  const left = pieces.map((piece) => (turned.has(keyOf(piece)) ? { ...piece, owner } : piece));
  if (!path) {
    const piece = board.pieces.find((candidate) => candidate.owner === owner);
    return move.notation === "pass" ? left : [...left, { ...move, owner, kind: piece.kind }];
  }
  const [from, to] = [path[0], path.at(-1)].map(String);
  const home = board.cells.find((cell) => keyOf(cell) === to);
  const gone = new Set([from, ...captured.map(String)]);
  const moved = pieces.find((piece) => keyOf(piece) === from);
  return [...left.filter((piece) => !gone.has(keyOf(piece))), { ...coordinates(home), owner, kind: moved.kind }];
}

const randomSeed = () => Math.floor(Math.random() * SEEDS);
