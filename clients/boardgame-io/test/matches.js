// Matches between bots under `Local`, and what they prove.

import assert from "node:assert/strict";
import { MCTSBot, RandomBot } from "#boardgame.io/ai";
import { Client } from "#boardgame.io/client";
import { Local } from "#boardgame.io/multiplayer";

/** @import { Game, LogEntry } from "boardgame.io" */
/** @import { BotConstructor } from "../src/index.js" */

/** The games of a match: 100, or a few. */
export const GAMES = process.env.ALL_GAMES ? 100 : 6;
/** Few, because a move of MCTSBot holds up the answers to all others. */
const CONCURRENT = 2;

/**
 * @typedef {object} Match
 * @property {any} G
 * @property {{ winner?: string, draw?: boolean }} gameover
 * @property {LogEntry[]} log
 */

/** @type {BotConstructor} */
class WeakMcts extends MCTSBot {
  constructor(/** @type {any} */ options) {
    super({ ...options, iterations: 20, playoutDepth: 12 });
  }
}

/** @type {Record<string, BotConstructor>} */
export const OPPONENTS = { RandomBot, MCTSBot: WeakMcts };

/**
 * The moves of a log, as players made them.
 * @param {LogEntry[]} [log]
 * @returns {any[]}
 */
export function moves(log = []) {
  return log.filter(({ automatic }) => !automatic).map(({ action }) => action.payload);
}

/**
 * A whole game between two bots.
 * @param {Game} game
 * @param {Record<string, BotConstructor>} bots
 * @returns {Promise<Match>}
 */
export function play(game, bots) {
  const client = Client({ game, multiplayer: Local({ bots }), debug: false });
  return new Promise((resolve) => {
    client.subscribe((state) => {
      if (state?.ctx.gameover === undefined) return;
      resolve({ G: state.G, gameover: state.ctx.gameover, log: client.log });
    });
    client.start();
  }).finally(() => client.stop());
}

/**
 * Games of the bot against the opponent, with alternating seats; returns their results as the bot
 * sees them.
 * @param {Game} game
 * @param {BotConstructor} bot
 * @param {BotConstructor} opponent
 * @param {{ games: number, check?: (match: Match, seat: string) => Promise<void> }} options
 */
export async function tournament(game, bot, opponent, { games, check = async () => {} }) {
  /** @type {Record<string, number>} */
  const results = { "0 win": 0, "0 draw": 0, "0 loss": 0, "1 win": 0, "1 draw": 0, "1 loss": 0 };
  const numbers = Array.from({ length: games }, (_, i) => i).values();
  const table = async () => {
    for (const number of numbers) {
      const seat = String(number % 2);
      const bots = seat === "0" ? { 0: bot, 1: opponent } : { 0: opponent, 1: bot };
      const match = await play({ ...game, seed: number }, bots);
      results[`${seat} ${resultFor(match, seat)}`]++;
      checkMoves(match, seat);
      await check(match, seat);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, table));
  return results;
}

/**
 * @param {Match} match
 * @param {string} seat
 */
function resultFor({ gameover }, seat) {
  if (gameover.draw) return "draw";
  return gameover.winner === seat ? "win" : "loss";
}

/**
 * Every move of the seat came from the service, and the game ended no worse than any proven score.
 * @param {Match} match
 * @param {string} seat
 */
function checkMoves(match, seat) {
  const rank = ["loss", "draw", "win"];
  const result = rank.indexOf(resultFor(match, seat));
  for (const { playerID, metadata } of moves(match.log)) {
    if (playerID !== seat) continue;
    const { problem, move, score, bound } = metadata;
    assert.equal(problem, undefined);
    const proven = bound === "exact" || score.kind === "win" ? rank.indexOf(score.kind) : -1;
    assert.ok(result >= proven, `${move} was proven a ${score.kind}, the game was a ${rank[result]}`);
  }
}
