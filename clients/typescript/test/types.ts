// The types of requests, answers and problems, as the compiler sees them. Compiled, never run.

import {
  BestmoveProblem,
  analyse,
  batch,
  bestMove,
  connect,
  convert,
  convertAll,
  followJob,
  games,
  review,
  startAnalysis,
  streamAnalysis,
  streamReview,
  submitJob,
  type GameId,
  type JobLine,
  type Score,
} from "bestmove";
import { BestmoveBoard, type BestmoveBoardEventMap } from "bestmove/board";

const service = connect({ url: "http://127.0.0.1:8080", key: "a key", retries: 1 });

// @ts-expect-error: unknown option
connect({ uri: "http://127.0.0.1:8080" });

/** The words for a score; `kind` narrows it. */
export function words(score: Score): string {
  // @ts-expect-error: a draw has no plies
  score.plies;
  switch (score.kind) {
    case "win":
    case "loss":
      return `${score.kind} in ${score.plies ?? "some"} plies`;
    case "draw":
      return "draw";
    case "estimate":
      return `${score.value}, ${score.win + score.draw / 2}`;
    // @ts-expect-error: unknown kind
    case "estimated":
      return "";
  }
}

export async function requests(): Promise<void> {
  const { best_move, score } = await bestMove(service, "connect-four", { moves: ["4"], level: 3 });
  const move: string | null = best_move;
  words(score);
  // @ts-expect-error: unknown game
  await bestMove(service, "chess", {});
  // @ts-expect-error: unknown field
  await bestMove(service, "checkers", { positon: "" });
  // @ts-expect-error: a field of another request
  await analyse(service, "checkers", { level: 3 });
  // @ts-expect-error: wrong type
  await analyse(service, "checkers", { lines: "many" });
  // @ts-expect-error: unknown field of a position
  await batch(service, { positions: [{ game: "checkers", postion: "" }] });
  // @ts-expect-error: missing game
  await startAnalysis(service, { time_ms: 1000 });
  // @ts-expect-error: unknown option
  await review(service, "checkers", { moves: ["11-15"] }, { signals: undefined });
  // @ts-expect-error: the moves are strings or numbers
  await review(service, "checkers", { moves: [null] });
  await bestMove(service, "connect-four", { moves: [4, "4"], to_move: "X" });
  await bestMove(service, "tic-tac-toe", { position: [["X", 2, null], [0, "", "."], "..."], to_move: "O" });
  // @ts-expect-error: unknown side
  await bestMove(service, "tic-tac-toe", { to_move: "Z" });
  const ids: GameId[] = (await games(service)).map((game) => game.id);
  console.log(move, ids);
}

export async function conversions(file: File): Promise<void> {
  const { games, problem } = await convert(service, "checkers", { text: "1. 11-15 *", strict: true });
  console.log(games[0].number, problem?.detail);
  for await (const { start, warnings, problem } of convertAll(service, "checkers", file)) {
    // @ts-expect-error: a position that cannot be read is null
    start.length;
    console.log(warnings[0]?.part, problem?.expected);
  }
  // @ts-expect-error: neither a text nor a file
  convertAll(service, "checkers", { text: "1. 11-15 *" });
}

export async function streams(signal: AbortSignal): Promise<void> {
  for await (const { lines, stopped_by } of streamAnalysis(service, "checkers", {}, { signal })) {
    const isFinal: boolean = stopped_by !== null;
    console.log(isFinal, lines[0].move);
  }
  for await (const message of streamReview(service, "checkers", { text: "1. 11-15 *" })) {
    // @ts-expect-error: only a ply has a move
    message.ply;
    if (message.event === "final") console.log(message.review.sides);
    else console.log("label" in message.ply ? message.ply.label : message.ply.problem.detail);
  }
  for (const result of await batch(service, { positions: [{ game: "checkers" }] })) {
    console.log("analysis" in result ? result.analysis.lines : result.problem.detail);
  }
}

export async function jobs(file: File, lines: AsyncIterable<JobLine>): Promise<void> {
  const { id, state } = await submitJob(service, "checkers", file, { kind: "review", nodes: 1000 });
  await submitJob(service, "checkers", lines, { depth: 5 });
  await submitJob(service, "connect-four", [{ moves: [4, "4"], lines: "all", custom_id: { any: 1 } }]);
  await submitJob(service, "checkers", file, { nodes: 1000, parts: true });
  // @ts-expect-error: limits are those of the job
  await submitJob(service, "checkers", [{ moves: ["11-15"], nodes: 5 }]);
  // @ts-expect-error: unknown kind
  await submitJob(service, "checkers", file, { kind: "solve" });
  // @ts-expect-error: unknown state
  if (state === "failed") return;
  for await (const answer of followJob(service, id)) {
    if ("review" in answer) console.log(answer.review.sides);
    else if ("analysis" in answer) console.log(answer.analysis.lines);
    else console.log("problem" in answer ? answer.problem.detail : answer.same_as);
  }
}

export function explain(error: unknown): string {
  if (!(error instanceof BestmoveProblem)) throw error;
  const seconds: number | undefined = error.retryAfter;
  switch (error.type) {
    case "/problems/invalid-field":
      return `${error.field}: ${error.expected}`;
    case "/problems/quota-exceeded":
    case "/problems/overloaded":
      return `in ${seconds} s`;
    case "about:blank":
      return "offline";
    // @ts-expect-error: unknown type
    case "/problems/overlooked":
      return "";
    default:
      return error.title;
  }
}

export function board(): void {
  const element = document.createElement("bestmove-board");
  new BestmoveBoard().addEventListener("move", ({ detail }) => console.log(detail.move.notation, detail.by));
  element.addEventListener("analysis", ({ detail }) => console.log(detail.analysis.lines));
  element.addEventListener("gameover", ({ detail }) => console.log(detail.outcome.winner));
  element.addEventListener("problem", ({ detail: { problem } }) => console.log(explain(problem)));
  element.addEventListener("click", ({ clientX }) => console.log(clientX));
  element.moves = ["4", "4"];
  element.level = 3;
  element.engine = "local";
  // @ts-expect-error: unknown engine
  element.engine = "remote";
  const stop = ({ detail }: BestmoveBoardEventMap["gameover"]) => console.log(detail.outcome.reason);
  element.removeEventListener("gameover", stop);
  // @ts-expect-error: the outcome has no such field
  element.addEventListener("gameover", ({ detail }) => detail.outcome.score);
}
