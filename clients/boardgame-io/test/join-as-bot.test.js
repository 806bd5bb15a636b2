// Whole games on boardgame.io's own server.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { RandomBot } from "#boardgame.io/ai";
import { LobbyClient } from "#boardgame.io/client";
import { Server } from "#boardgame.io/server";
import { checkers, connectFour, joinAsBot, remoteBot } from "../src/index.js";
import { Checkers } from "../examples/checkers.js";
import { ConnectFour } from "../examples/connect-four.js";
import { moves } from "./matches.js";
import { startService } from "./service.js";

/** @import { Game } from "boardgame.io" */
/** @import { BotConstructor } from "../src/index.js" */

const url = await startService();
const games = [ConnectFour, Checkers];
const { appServer } = await Server({ games, origins: [] }).run(/** @type {any} */ ({ port: 0 }));
const server = `http://127.0.0.1:${/** @type {any} */ (appServer.address()).port}`;
const lobby = new LobbyClient({ server });
after(() => appServer.close());

/**
 * Creates a match and seats the bots with the credentials of the lobby.
 * @param {Game} game
 * @param {BotConstructor[]} bots
 */
async function seat(game, bots) {
  const name = String(game.name);
  const { matchID } = await lobby.createMatch(name, { numPlayers: bots.length });
  const joined = bots.map(async (bot, i) => {
    const playerID = String(i);
    const { playerCredentials } = await lobby.joinMatch(name, matchID, { playerID, playerName: playerID });
    return joinAsBot({ server, game, matchID, playerID, credentials: playerCredentials, bot });
  });
  return Promise.all(joined);
}

test("two bots play connect-four to its end, and leave", async () => {
  const bot = remoteBot({ url, timeMs: 5000, onProblem: assert.ifError, ...connectFour });
  const [first, second] = await seat(ConnectFour, [bot, RandomBot]);
  assert.deepEqual(await first.gameover, { winner: "0" });
  assert.deepEqual(await second.gameover, { winner: "0" });
  const played = moves(first.client.log);
  assert.deepEqual(played.map(({ playerID }) => Number(playerID)), played.map((_, i) => i % 2));
  assert.ok(played.every((move) => !("metadata" in move)), "the opponent must not see the line");
  assert.equal(first.client.getState()?.isConnected, false);
});

test("two bots play checkers, with captures of several moves in a turn", async () => {
  // A level stops at its depth, long before its time limit, so this game is always the same.
  const bot = remoteBot({ url, level: 8, seed: 1, timeMs: 5000, onProblem: assert.ifError, ...checkers });
  const [, second] = await seat({ ...Checkers, seed: 4 }, [RandomBot, bot]);
  assert.deepEqual(await second.gameover, { winner: "1" });
  const { G } = /** @type {any} */ (second.client.getState());
  assert.ok(G.moves.some((/** @type {string} */ move, /** @type {number} */ i) => i % 2 === 1 && /x.*x/.test(move)));
});

test("a bot that leaves while it thinks makes no move", async () => {
  const thinking = new EventEmitter();
  class SlowBot extends RandomBot {
    /** @type {RandomBot["play"]} */
    async play(state, playerID) {
      thinking.emit("start");
      await once(thinking, "end");
      return super.play(state, playerID);
    }
  }
  const started = once(thinking, "start");
  const [bot] = await seat(ConnectFour, [SlowBot]);
  await started;
  bot.stop();
  thinking.emit("end");
  await setImmediate();
  assert.equal(bot.client.getState()?._stateID, 0);
});
