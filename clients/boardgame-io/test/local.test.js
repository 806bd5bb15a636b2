// The bot under `Local` against the bots of boardgame.io.

import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, legalMoves } from "bestmove";
import { checkers, connectFour, remoteBot, reversi, ticTacToe } from "../src/index.js";
import { Checkers } from "../examples/checkers.js";
import { ConnectFour } from "../examples/connect-four.js";
import { Reversi } from "../examples/reversi.js";
import { TicTacToe } from "../examples/tic-tac-toe.js";
import { GAMES, OPPONENTS, tournament } from "./matches.js";
import { startService } from "./service.js";

/** @import { Mapping } from "../src/index.js" */
/** @import { Match } from "./matches.js" */

const url = await startService();
const service = connect({ url });
/** The searches of MCTSBot, which share the thread, do not count as silence of the service. */
const graceMs = 60000;

/**
 * The service agrees with the game about its end.
 * @param {Mapping} mapping
 * @param {string[]} sides
 */
function agreesOnTheEnd({ game, toMoves, toPosition }, sides) {
  return async (/** @type {Match} */ { G, gameover }) => {
    const ctx = /** @type {any} */ ({ currentPlayer: "0" });
    const body = { position: toPosition?.(G, ctx), moves: toMoves?.(G, ctx) };
    const { outcome } = await legalMoves(service, game, body);
    assert.equal(outcome?.winner, gameover.draw ? null : sides[Number(gameover.winner)]);
  };
}

for (const [name, opponent] of Object.entries(OPPONENTS)) {
  test(`tic-tac-toe: no game against ${name} is lost`, async (t) => {
    const bot = remoteBot({ url, graceMs, ...ticTacToe });
    const check = agreesOnTheEnd(ticTacToe, ["X", "O"]);
    const results = await tournament(TicTacToe, bot, opponent, { games: GAMES, check });
    t.diagnostic(JSON.stringify(results));
    assert.equal(results["0 loss"] + results["1 loss"], 0);
  });

  test(`connect-four: every game against ${name} is won by the first move`, async (t) => {
    const bot = remoteBot({ url, graceMs, timeMs: 5000, ...connectFour });
    const check = agreesOnTheEnd(connectFour, ["X", "O"]);
    const results = await tournament(ConnectFour, bot, opponent, { games: GAMES, check });
    t.diagnostic(JSON.stringify(results));
    assert.equal(results["0 draw"] + results["0 loss"], 0);
  });

  test(`checkers: no game against ${name} is lost`, async (t) => {
    const bot = remoteBot({ url, graceMs, timeMs: 20, ...checkers });
    const check = agreesOnTheEnd(checkers, ["black", "white"]);
    const results = await tournament(Checkers, bot, opponent, { games: Math.ceil(GAMES / 5), check });
    t.diagnostic(JSON.stringify(results));
    assert.equal(results["0 loss"] + results["1 loss"], 0);
  });

  test(`Reversi: no game against ${name} is lost`, async (t) => {
    const bot = remoteBot({ url, graceMs, timeMs: 20, ...reversi });
    const check = agreesOnTheEnd(reversi, ["black", "white"]);
    const results = await tournament(Reversi, bot, opponent, { games: Math.ceil(GAMES / 5), check });
    t.diagnostic(JSON.stringify(results));
    assert.equal(results["0 loss"] + results["1 loss"], 0);
  });
}
