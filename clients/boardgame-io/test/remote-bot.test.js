// Single moves, and failures.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { Step } from "#boardgame.io/ai";
import { Client } from "#boardgame.io/client";
import { connectFour, remoteBot, reversi, ticTacToe } from "../src/index.js";
import { ConnectFour } from "../examples/connect-four.js";
import { Reversi } from "../examples/reversi.js";
import { TicTacToe } from "../examples/tic-tac-toe.js";
import { moves, play } from "./matches.js";
import { startService } from "./service.js";

/** @import { Game } from "boardgame.io" */
/** @import { BotConstructor, RemoteBotOptions } from "../src/index.js" */

/** Player 1 begins. */
const second = {
  first: () => 1,
  next: (/** @type {any} */ { ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
};

const url = await startService();
/** An address that refuses connections. */
const NOBODY = "http://127.0.0.1:1";

/**
 * The choice of a bot in the state of a new game after the moves of its client.
 * @param {Game} game
 * @param {BotConstructor} Bot
 * @param {(moves: Record<string, (...args: any[]) => void>) => void} [prepare]
 */
async function choice(game, Bot, prepare = () => {}) {
  const client = Client({ game, debug: false });
  prepare(client.moves);
  const state = /** @type {any} */ (client.getState());
  return new Bot({ game, enumerate: game.ai?.enumerate, seed: 1 }).play(state, state.ctx.currentPlayer);
}

/**
 * The choice of a bot that has a problem, and the problem that it reports.
 * @param {Partial<RemoteBotOptions>} options
 * @param {Game} [game]
 */
async function failure(options, game = TicTacToe) {
  /** @type {Error[]} */
  const problems = [];
  const onProblem = (/** @type {Error} */ problem) => problems.push(problem);
  const { action, metadata } = await choice(game, remoteBot({ url, onProblem, ...ticTacToe, ...options }));
  assert.equal(problems.length, 1);
  assert.equal(metadata.problem.message, problems[0].message);
  assert.deepEqual(structuredClone(metadata), metadata);
  assert.equal(action.payload.type, "clickCell");
  assert.ok(action.payload.args[0] >= 0 && action.payload.args[0] < 9);
  return metadata.problem;
}

test("the metadata has the score, the line and the move as a search tree", async () => {
  const { action, metadata } = await choice(TicTacToe, remoteBot({ url, ...ticTacToe }), ({ clickCell }) => {
    for (const cell of [0, 3, 1, 4]) clickCell(cell);
  });
  assert.deepEqual(action.payload.args, [2]);
  const { children, ...described } = metadata;
  const score = { kind: "win", plies: 1, expected_points: 1 };
  assert.deepEqual(described, { move: "3", score, bound: "exact", line: ["3"], level: undefined });
  assert.deepEqual(children.map((/** @type {any} */ child) => [child.parentAction.payload.args, child.value]), [[[2], 1]]);
});

test("the level and its seed reach the service", async () => {
  const Bot = remoteBot({ url, level: 1, seed: 7, ...ticTacToe });
  const { action, metadata } = await choice(TicTacToe, Bot);
  assert.equal(metadata.level, 1);
  assert.deepEqual((await choice(TicTacToe, Bot)).action, action);
  const moves = Array.from({ length: 20 }, async (_, seed) => {
    const bot = remoteBot({ url, level: 1, seed, ...ticTacToe });
    return (await choice(TicTacToe, bot)).metadata.move;
  });
  assert.ok(new Set(await Promise.all(moves)).size > 1);
});

test("player 1 may begin", async () => {
  const game = { ...TicTacToe, turn: { minMoves: 1, maxMoves: 1, order: second } };
  const { action, metadata } = await choice(game, remoteBot({ url, ...ticTacToe }), ({ clickCell }) => {
    for (const cell of [0, 3, 1, 4]) clickCell(cell);
  });
  assert.equal(metadata.problem, undefined);
  assert.deepEqual([action.payload.playerID, action.payload.args], ["1", [2]]);
  const { gameover } = await play(game, { 0: remoteBot({ url, ...ticTacToe }), 1: remoteBot({ url, ...ticTacToe }) });
  assert.deepEqual(gameover, { draw: true });
});

test("player 1 may begin connect-four, and wins", async () => {
  const game = { ...ConnectFour, turn: { ...ConnectFour.turn, order: second } };
  const Bot = remoteBot({ url, timeMs: 5000, ...connectFour });
  const { gameover, log } = await play(game, { 0: Bot, 1: Bot });
  assert.deepEqual(gameover, { winner: "1" });
  assert.ok(moves(log).every(({ metadata }) => metadata.problem === undefined));
});

test("a player of Reversi who has no other move passes", async () => {
  const Bot = remoteBot({ url, timeMs: 50, ...reversi });
  const { action, metadata } = await choice(Reversi, Bot, ({ clickCell }) => {
    for (const cell of [19, 18, 44, 11, 3, 4, 17, 2]) clickCell(cell);
  });
  assert.deepEqual([metadata.problem, metadata.move], [undefined, "pass"]);
  assert.deepEqual([action.payload.playerID, action.payload.type], ["0", "pass"]);
});

test("the moves are played from the position", async () => {
  const mapping = { toPosition: () => "XX.OO....", toSide: undefined, toMoves: () => ["9", 6] };
  const failed = await failure({ ...ticTacToe, ...mapping });
  assert.match(failed.message, /tic-tac-toe: expected a move, got .*"winner":"O"/);
});

test("Step plays with it and logs the metadata", async () => {
  const client = Client({ game: TicTacToe, debug: false });
  const Bot = remoteBot({ url, ...ticTacToe });
  const { enumerate } = /** @type {any} */ (TicTacToe.ai);
  const bot = new Bot({ game: TicTacToe, enumerate });
  for (let ply = 0; ply < 9; ply++) await Step(client, bot);
  assert.deepEqual(client.getState()?.ctx.gameover, { draw: true });
  const scores = moves(client.log).map(({ metadata }) => metadata.score.kind);
  assert.deepEqual(scores, Array(9).fill("draw"));
});

for (const [name, further, expected] of /** @type {[string, string[], string[]][]} */ ([
  ["at once", [], ["1-5", "1-6"]],
  ["one ply later", ["1-6"], ["32-27", "32-28"]],
  ["four plies later", ["1-6", "32-27", "6-1", "27-32"], ["1-5", "1-6"]],
])) {
  test(`a game goes on after a draw by repetition: ${name}`, async () => {
    const round = ["1-6", "32-27", "6-1", "27-32"];
    const mapping = {
      toPosition: () => "B:WK32:BK1",
      toMoves: () => [...round, ...round, ...further],
      toAction: () => ({ move: "clickCell", args: [0] }),
    };
    const Bot = remoteBot({ url, timeMs: 50, game: "checkers", ...mapping });
    const { metadata } = await choice(TicTacToe, Bot);
    assert.equal(metadata.problem, undefined);
    assert.ok(expected.includes(metadata.move), metadata.move);
  });
}

test("an illegal move of the history is a problem", async () => {
  const { field, got } = await failure({ game: "checkers", toPosition: undefined, toSide: undefined, toMoves: () => ["11-15", "1-2"] });
  assert.deepEqual([field, got], ["moves[1]", '"1-2"']);
});

test("the opening book answers unless book is false", async () => {
  /** @param {{ book?: boolean }} option */
  const source = async (option) => {
    /** @type {any} */
    let answer;
    /** @type {typeof fetch} */
    const recorded = async (input, init) => {
      const response = await fetch(input, init);
      answer = await response.clone().json();
      return response;
    };
    const mapping = { toMoves: () => [], toAction: () => ({ move: "clickCell", args: [0] }) };
    await choice(TicTacToe, remoteBot({ url, fetch: recorded, timeMs: 50, game: "checkers", ...mapping, ...option }));
    return answer.source;
  };
  assert.equal(await source({}), "book");
  assert.equal(await source({ book: false }), "search");
});

test("without the service, a whole game is played by random moves", async () => {
  let count = 0;
  const Bot = remoteBot({ url: NOBODY, retries: 0, onProblem: () => count++, ...ticTacToe });
  const { gameover, log } = await play({ ...TicTacToe, seed: 1 }, { 0: Bot, 1: Bot });
  assert.ok(gameover.draw || gameover.winner);
  assert.equal(count, moves(log).length);
  assert.equal(moves(log)[0].metadata.problem.title, "Cannot reach the service");
});

test("a service that does not answer is given up after the time limit and the grace", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = /** @type {any} */ (silent.address());
  const problem = await failure({ url: `http://127.0.0.1:${port}`, timeMs: 10, graceMs: 50 });
  assert.equal(problem.detail, "no answer in time");
  silent.closeAllConnections();
  silent.close();
});

test("problems name the part, what was expected and what came", async () => {
  const invalid = await failure({ toPosition: () => "XXXXX" });
  assert.deepEqual([invalid.type, invalid.field], ["/problems/invalid-field", "position"]);
  const illegal = await failure({ toAction: () => ({ move: "clickCell", args: [9] }) });
  assert.match(illegal.message, /^toAction: expected one of clickCell\(0\), .*; got clickCell\(9\)$/);
  const broken = await failure({ toPosition: () => { throw new TypeError("no cells"); } });
  assert.deepEqual([broken.name, broken.message], ["TypeError", "no cells"]);
});

test("a mapping and a game that cannot work are refused", async () => {
  const { toPosition, ...mapping } = ticTacToe;
  assert.throws(() => remoteBot({ url, ...mapping }), /expected toMoves or toPosition, got neither/);
  const Bot = remoteBot({ url, ...ticTacToe });
  assert.throws(() => new Bot({ enumerate: undefined }), /game.ai.enumerate: expected a function, got undefined/);
  const full = { ...TicTacToe, ai: { enumerate: () => [] } };
  await assert.rejects(choice(full, Bot), /game.ai.enumerate: expected moves of player 0, got none/);
});
