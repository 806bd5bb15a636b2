// Bots for boardgame.io that ask a bestmove service for their moves.

/** @typedef {import("./remote-bot.js").BotConstructor} BotConstructor */
/** @typedef {import("./remote-bot.js").PlannedMove} PlannedMove */
/** @typedef {import("./join-as-bot.js").JoinOptions} JoinOptions */
/** @typedef {import("./join-as-bot.js").JoinedBot} JoinedBot */

/**
 * @template [G=any]
 * @typedef {import("./remote-bot.js").Mapping<G>} Mapping
 */

/**
 * @template [G=any]
 * @typedef {import("./remote-bot.js").RemoteBotOptions<G>} RemoteBotOptions
 */

export { remoteBot } from "./remote-bot.js";
export { joinAsBot } from "./join-as-bot.js";
export { checkers, connectFour, reversi, ticTacToe } from "./mappings.js";
