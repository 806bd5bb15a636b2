// A Vue composable for the best move of a position.

import { onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type ShallowRef } from "vue";
import { bestMove, type BestMove, type BestmoveProblem, type GameId, type Service } from "bestmove";

/** What `bestMove` takes. */
export type Body = Parameters<typeof bestMove>[2];

/** The answer to a request, or the problem of a refused one; neither while the service thinks. */
export interface Advice {
  answer: ShallowRef<BestMove | undefined>;
  problem: ShallowRef<BestmoveProblem | undefined>;
}

/**
 * Asks for the best move. A change of the request, or leaving the component, cancels the search.
 *
 *     const { answer, problem } = useBestMove(service, "checkers", () => ({ moves: moves.value, level: 3 }));
 */
export function useBestMove(service: Service, game: GameId, body: MaybeRefOrGetter<Body>): Advice {
  const answer = shallowRef<BestMove>();
  const problem = shallowRef<BestmoveProblem>();
  let controller = new AbortController();
  const ask = async (request: string) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    answer.value = problem.value = undefined;
    try {
      const found = await bestMove(service, game, JSON.parse(request), { signal });
      if (!signal.aborted) answer.value = found;
    } catch (error) {
      if (!signal.aborted) problem.value = error as BestmoveProblem;
    }
  };
  watch(() => JSON.stringify(toValue(body)), ask, { immediate: true });
  onScopeDispose(() => controller.abort());
  return { answer, problem };
}
