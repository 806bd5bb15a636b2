import { Client } from "#boardgame.io/client";
import { SocketIO } from "#boardgame.io/multiplayer";

/** @import { Ctx, Game, PlayerID, State } from "boardgame.io" */
/** @import { BotAction, BotConstructor } from "./remote-bot.js" */

/**
 * @typedef {object} JoinOptions
 * @property {string} server The URL of the server of boardgame.io.
 * @property {Game} game
 * @property {string} matchID
 * @property {PlayerID} playerID
 * @property {string} [credentials]
 * @property {BotConstructor} bot A class of bots, such as that of `remoteBot()`.
 * @property {any} [socketOpts] Options of socket.io.
 */

/**
 * @typedef {object} JoinedBot
 * @property {ReturnType<typeof Client>} client
 * @property {Promise<any>} gameover Resolves with the result when the game is over, and rejects if
 *   the bot fails; the client has then left. Pending after `stop()`.
 * @property {() => void} stop
 */

/**
 * Takes a seat in a match on a server of boardgame.io, and plays it until the game is over.
 * @param {JoinOptions} options
 * @returns {JoinedBot}
 */
export function joinAsBot({ server, game, matchID, playerID, credentials, bot, socketOpts }) {
  const player = new bot({ game, enumerate: game.ai?.enumerate, seed: game.seed });
  const multiplayer = SocketIO({ server, socketOpts });
  const client = Client({ game, multiplayer, matchID, playerID, credentials, debug: false });
  let stopped = false;
  /**
   * The `ctx` of the last state the bot was asked about. Only states of the server have a new one:
   * those that the client predicts after a move keep it.
   * @type {Ctx | undefined}
   */
  let asked;

  function stop() {
    if (!stopped) client.stop();
    stopped = true;
  }

  /**
   * Plays one move, unless the state changes meanwhile.
   * @param {State} state
   */
  async function move(state) {
    const { ctx } = state;
    if (ctx === asked) return;
    asked = ctx;
    const { action } = await player.play(state, playerID);
    if (!stopped && client.getState()?.ctx === ctx) submit(client, action);
  }

  /** @type {Promise<any>} */
  const gameover = new Promise((resolve, reject) => {
    client.subscribe((state) => {
      if (state?.ctx.gameover !== undefined) resolve(state.ctx.gameover);
      if (state?.isActive) move(state).catch(reject);
    });
  });
  client.start();
  return { client, gameover: gameover.finally(stop), stop };
}

/**
 * Without the metadata, which would show the line to the opponent.
 * @param {ReturnType<typeof Client>} client
 * @param {BotAction} action
 */
function submit({ moves, events }, { type, payload }) {
  /** @type {Record<string, (...args: any[]) => void>} */
  const dispatchers = type === "MAKE_MOVE" ? moves : /** @type {any} */ (events);
  dispatchers[payload.type](...[payload.args ?? []].flat());
}
