import { bestMove, connect, convert } from "bestmove";
import { Bot } from "#boardgame.io/ai";

/** @import { BestMove, GameId } from "bestmove" */
/** @import { ActionShape, Ctx, Game, PlayerID, State } from "boardgame.io" */

/** @typedef {ActionShape.MakeMove | ActionShape.GameEvent} BotAction */
/** @typedef {NonNullable<Parameters<typeof bestMove>[2]>} Request */

/**
 * @typedef {object} PlannedMove
 * @property {string} move The name of a move of the game.
 * @property {any[]} [args]
 */

/**
 * A game of the service in terms of the states and moves of a game of boardgame.io. It needs
 * `toMoves` or `toPosition`; the moves of both are played from the position.
 * @template [G=any]
 * @typedef {object} Mapping
 * @property {GameId} game
 * @property {(G: G, ctx: Ctx) => (string | number)[]} [toMoves] The moves since the position, by
 *   default since the start. Unlike a position alone, they reveal repetitions.
 * @property {(G: G, ctx: Ctx) => Request["position"]} [toPosition] In the notation of the service or,
 *   in tic-tac-toe and connect-four, as an array of cells.
 * @property {(G: G, ctx: Ctx) => Request["to_move"]} [toSide] The side to move in the position, for
 *   games that the second side may begin.
 * @property {(move: string, G: G, ctx: Ctx) => PlannedMove | PlannedMove[]} toAction The move to
 *   make, or the moves to make one after the other in the same turn.
 */

/**
 * @typedef {object} Service The options of `connect()` of the client.
 * @property {string | URL} [url]
 * @property {string} [key]
 * @property {typeof fetch} [fetch]
 * @property {number} [retries]
 * @property {number} [graceMs]
 */

/**
 * @typedef {object} Play
 * @property {number} [level] From 1 to 10; full strength if absent.
 * @property {number} [seed] Varies the choices of the level; at full strength, which of several equal best moves it plays.
 * @property {number} [timeMs] The time limit of a move in milliseconds.
 * @property {boolean} [book] False turns the opening books of checkers and Reversi off; true if absent.
 * @property {(problem: Error) => void} [onProblem] Called with the reason for a random move.
 */

/**
 * @template [G=any]
 * @typedef {Mapping<G> & Service & Play} RemoteBotOptions
 */

/**
 * @typedef {object} Choice
 * @property {BotAction} action
 * @property {any} [metadata]
 */

/**
 * The class that `Local({ bots })`, `Step()` and `joinAsBot()` take.
 * @typedef {new (options: { game?: Game, enumerate: any, seed?: string | number }) => Bot} BotConstructor
 */

/**
 * A class of bots that play the moves of the service. When the service fails, or its move is not
 * among those of `game.ai.enumerate`, the bot makes a random legal move; the metadata has the
 * `problem`.
 * @template [G=any]
 * @param {RemoteBotOptions<G>} options
 * @returns {BotConstructor}
 */
export function remoteBot({
  game,
  toMoves,
  toPosition,
  toSide,
  toAction,
  level,
  seed,
  timeMs = 1000,
  book,
  onProblem = ({ message }) => console.warn(`bestmove: a random move. ${message}`),
  ...address
}) {
  if (!toMoves && !toPosition) {
    throw new TypeError("remoteBot: expected toMoves or toPosition, got neither");
  }
  const service = connect(address);

  /**
   * The answer of the service. A game that the service takes for drawn goes on from its position, as
   * not every game of boardgame.io ends at the third repetition.
   * @param {G} G
   * @param {Ctx} ctx
   */
  async function ask(G, ctx) {
    const body = { level, seed, time_ms: timeMs, book };
    const history = {
      position: toPosition?.(G, ctx),
      to_move: toSide?.(G, ctx),
      moves: toMoves?.(G, ctx),
    };
    const answer = await bestMove(service, game, { ...body, ...history });
    if (answer.best_move !== null) return answer;
    const { games: [{ position }] } = await convert(service, game, history);
    return bestMove(service, game, { ...body, position });
  }

  return class RemoteBot extends Bot {
    /**
     * The rest of a turn of several moves.
     * @type {{ turn: number, moves: PlannedMove[], metadata: any } | undefined}
     */
    #plan;

    /** @param {{ enumerate: any, seed?: string | number }} options */
    constructor(options) {
      super(options);
      if (typeof options.enumerate !== "function") {
        throw new TypeError(`game.ai.enumerate: expected a function, got ${options.enumerate}`);
      }
    }

    /**
     * @param {State} state
     * @param {PlayerID} playerID
     * @returns {Promise<Choice>}
     */
    async play({ G, ctx }, playerID) {
      const legal = this.enumerate(G, ctx, playerID);
      if (legal.length === 0) {
        throw new Error(`game.ai.enumerate: expected moves of player ${playerID}, got none`);
      }
      try {
        return withMetadata(this.#continue(legal, ctx) ?? (await this.#begin(legal, G, ctx)));
      } catch (error) {
        const problem = /** @type {Error} */ (error);
        onProblem(problem);
        const { name, message } = problem;
        const metadata = { problem: { ...problem, name, message }, children: [] };
        return withMetadata({ action: this.random(legal), metadata });
      }
    }

    /**
     * The next move of the plan, if it is still one for this turn.
     * @param {BotAction[]} legal
     * @param {Ctx} ctx
     * @returns {Choice | undefined}
     */
    #continue(legal, { turn }) {
      const plan = this.#plan?.turn === turn ? this.#plan : undefined;
      const next = plan?.moves.shift();
      const action = next && find(legal, next);
      return action && { action, metadata: plan?.metadata };
    }

    /**
     * The first move of the service's answer.
     * @param {BotAction[]} legal
     * @param {G} G
     * @param {Ctx} ctx
     * @returns {Promise<Choice>}
     */
    async #begin(legal, G, ctx) {
      const answer = await ask(G, ctx);
      const { best_move: move, outcome } = answer;
      if (move === null) throw new Error(`${game}: expected a move, got ${JSON.stringify(outcome)}`);
      const [first, ...moves] = [toAction(move, G, ctx)].flat();
      const action = find(legal, first);
      if (!action) {
        const expected = legal.map(({ payload }) => text(payload.type, payload.args)).join(", ");
        throw new Error(`toAction: expected one of ${expected}; got ${text(first.move, first.args)}`);
      }
      const metadata = describe(answer, action);
      this.#plan = { turn: ctx.turn, moves, metadata };
      return { action, metadata };
    }
  };
}

/**
 * The metadata of a move: its score and line, and the search tree that the debug panel draws.
 * @param {BestMove} answer
 * @param {BotAction} action
 */
function describe({ best_move, score, bound, principal_variation, level, nodes }, action) {
  const node = { parentAction: action, value: score.expected_points, visits: nodes, children: [] };
  return { move: best_move, score, bound, line: principal_variation, level, children: [node] };
}

/**
 * The choice with its metadata in the action too, because `Local` logs nothing else.
 * @param {Choice} choice
 * @returns {Choice}
 */
function withMetadata({ action, metadata }) {
  const payload = { ...action.payload, metadata };
  return { action: /** @type {BotAction} */ ({ ...action, payload }), metadata };
}

/**
 * The action of that move.
 * @param {BotAction[]} legal
 * @param {PlannedMove} planned
 */
function find(legal, { move, args }) {
  const wanted = text(move, args);
  return legal.find(({ payload }) => text(payload.type, payload.args) === wanted);
}

/**
 * @param {string} move
 * @param {any[]} [args]
 */
function text(move, args = []) {
  return `${move}(${JSON.stringify(args).slice(1, -1)})`;
}
