// Every function that gets one answer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  BestmoveProblem,
  analyse,
  batch,
  bestMove,
  cancelAnalysis,
  cancelReview,
  connect,
  convert,
  followAnalysis,
  followJob,
  followReview,
  games,
  getAnalysis,
  getReview,
  known,
  legalMoves,
  listAnalyses,
  listReviews,
  review,
  startAnalysis,
  startReview,
  submitJob,
  streamAnalysis,
} from "bestmove";
import { startServer } from "./pages.js";
import { startService } from "./service.js";

const KEY = "a-key-of-the-tests";
/** @type {import("./service.js").Running} */
let running;
/** @type {import("bestmove").Service} */
let service;

before(async () => {
  running = await startService("--api-keys", KEY);
  service = connect({ url: running.url });
});
after(() => running.stop());

/**
 * The problem with which the promise fails.
 * @param {Promise<unknown>} promise
 * @returns {Promise<BestmoveProblem>}
 */
async function problemOf(promise) {
  const error = await promise.then(() => assert.fail("expected a problem"), (reason) => reason);
  assert(error instanceof BestmoveProblem, String(error));
  return error;
}

test("games lists the games", async () => {
  const ids = (await games(service)).map((game) => game.id);
  assert.deepEqual(ids, ["tic-tac-toe", "connect-four", "checkers", "reversi"]);
});

test("known reads what an earlier job has found", async () => {
  const question = { position: "XX.OO....", moves: ["9", "3"], lines: 2 };
  const problem = await problemOf(known(service, "tic-tac-toe", question));
  assert.equal(problem.type, "/problems/not-known");
  const job = await submitJob(service, "tic-tac-toe", [question], { nodes: 9999 });
  for await (const answer of followJob(service, job.id)) {
    assert("analysis" in answer);
    assert.deepEqual(await known(service, "tic-tac-toe", question), answer.analysis);
  }
});

test("legalMoves lists the moves and the pieces", async () => {
  const { moves, pieces } = await legalMoves(service, "checkers", { moves: ["11-15"] });
  assert.equal(moves.length, 7);
  assert.equal(pieces.length, 24);
  assert.equal((await legalMoves(service, "connect-four")).moves.length, 7);
});

test("bestMove finds a win", async () => {
  const found = await bestMove(service, "tic-tac-toe", { position: "XX.OO...." });
  assert.equal(found.best_move, "3");
  assert.deepEqual(found.score, { kind: "win", plies: 1, expected_points: 1 });
});

test("bestMove plays at a level, alike for equal seeds", async () => {
  const body = { moves: ["11-15"], level: 2, seed: 7 };
  const [one, two] = await Promise.all([
    bestMove(service, "checkers", body),
    bestMove(service, "checkers", body),
  ]);
  assert.equal(one.best_move, two.best_move);
  assert.deepEqual([one.level, one.seed], [2, 7]);
});

test("analyse scores all moves", async () => {
  const { lines } = await analyse(service, "connect-four", { position: "4455", lines: "all" });
  assert.equal(lines.length, 7);
  const wins = lines.filter(({ score }) => score.kind === "win" && score.plies === 3);
  assert.deepEqual(wins.map(({ move }) => move).sort(), ["3", "6"]);
});

test("review labels the moves", async () => {
  const { plies, sides } = await review(service, "tic-tac-toe", {
    position: "XO..X..O.",
    moves: ["3"],
  });
  const [ply] = plies;
  assert("label" in ply);
  assert.deepEqual([ply.label, ply.best_move], ["good", "9"]);
  assert.deepEqual(sides.map(({ moves }) => moves), [1, 0]);
});

test("convert writes other notations", async () => {
  const { games: converted } = await convert(service, "connect-four", { text: "4 4 5 3" });
  assert.equal(converted[0].texts.columns, "4453");
});

test("a board may be an array, begun by the second side", async () => {
  const position = [["O", "O", null], ["X", 1, 0], [".", "", "."]];
  const found = await bestMove(service, "tic-tac-toe", { position, to_move: "O" });
  assert.deepEqual([found.position, found.best_move], ["OO.XX.... O", "3"]);
  const { moves } = await legalMoves(service, "connect-four", { moves: [4, "4"] });
  assert.equal(moves.length, 7);
});

test("convert names the problem of each game, or refuses all", async () => {
  const text = "11-15 * 11-15 33-29 *";
  const { games: converted } = await convert(service, "checkers", { text });
  assert.deepEqual(converted.map(({ number, moves, problem }) => [number, moves.length, problem?.part]), [
    [1, 1, undefined],
    [2, 1, "game 2, move 1 (white)"],
  ]);
  const { part } = await problemOf(convert(service, "checkers", { text, strict: true }));
  assert.equal(part, "game 2, move 1 (white)");
});

test("batch answers each position", async () => {
  const results = await batch(service, {
    positions: [
      { game: "tic-tac-toe", position: "XX.OO...." },
      { game: "checkers", position: "nonsense" },
    ],
  });
  const found = results.map((result) =>
    "analysis" in result ? result.analysis.lines[0].move : result.problem.type,
  );
  assert.deepEqual(found, ["3", "/problems/invalid-field"]);
});

test("a background analysis is started, followed, listed and cancelled", async () => {
  const owner = connect({ url: running.url, key: KEY });
  const { id } = await startAnalysis(owner, { game: "checkers", time_ms: 300 });
  let last;
  for await (const analysis of followAnalysis(owner, id)) last = analysis;
  assert.equal(last?.stopped_by, "time");
  assert.equal((await getAnalysis(owner, id)).state, "finished");
  assert.deepEqual((await listAnalyses(owner)).map((analysis) => analysis.id), [id]);
  assert.equal((await problemOf(getAnalysis(service, id))).type, "/problems/unknown-analysis");
  assert.equal(await cancelAnalysis(owner, id), undefined);
  assert.equal((await problemOf(getAnalysis(owner, id))).status, 404);
});

test("a background review is started, followed, listed and cancelled", async () => {
  const owner = connect({ url: running.url, key: KEY });
  const body = { moves: ["1", "5", "9", "3"] };
  const { id } = await startReview(owner, { game: "tic-tac-toe", ...body });
  const messages = [];
  for await (const message of followReview(owner, id)) messages.push(message.event);
  assert.deepEqual(messages, ["ply", "ply", "ply", "ply", "final"]);
  const { state, review: reviewed } = await getReview(owner, id);
  assert.equal(state, "finished");
  assert.deepEqual(reviewed, await review(service, "tic-tac-toe", body));
  assert.deepEqual((await listReviews(owner)).map((listed) => listed.id), [id]);
  assert.equal((await problemOf(getReview(service, id))).type, "/problems/unknown-analysis");
  assert.equal(await cancelReview(owner, id), undefined);
  assert.equal((await problemOf(getReview(owner, id))).status, 404);
});

test("a problem has the fields of its document", async () => {
  const { message, request_id, ...problem } = await problemOf(
    bestMove(service, "tic-tac-toe", { position: "XX......." }),
  );
  assert.match(message, /^Invalid field: position: counts: expected /);
  assert.match(String(request_id), /^[0-9a-f]{16}$/);
  assert.deepEqual({ ...problem }, {
    name: "BestmoveProblem",
    type: "/problems/invalid-field",
    title: "Invalid field",
    status: 422,
    detail: "position: counts: expected as many X as O, or one more, got 2 X and 0 O",
    field: "position",
    part: "counts",
    expected: "as many X as O, or one more",
    got: "2 X and 0 O",
    codes: {
      part: { code: "counts" },
      expected: { code: "equal-or-one-more" },
      got: { code: "discs-of-sides", x: 2, o: 0 },
    },
    meant: undefined,
    retryAfter: undefined,
  });
});

test("a missing key is a problem", async () => {
  assert.equal((await problemOf(listAnalyses(service))).type, "/problems/unauthorized");
});

test("an answer of a proxy is a problem that says so", async () => {
  for (const [status, reason] of /** @type {[number, string][]} */ ([[502, "Bad Gateway"],
    [503, "Service Unavailable"], [504, "Gateway Timeout"], [403, "Forbidden"], [200, "OK"]])) {
    for (const contentType of ["text/html", "application/problem+json"]) {
      const proxy = await startServer((_, response) => {
        response.writeHead(status, { "content-type": contentType }).end("<p>Sorry");
      });
      const stranger = connect({ url: proxy.url, retries: 0 });
      const message = `Not an answer of bestmove: ${status} ${reason}`;
      try {
        const stream = () => streamAnalysis(stranger, "checkers").next();
        for (const call of [() => games(stranger), () => legalMoves(stranger, "checkers"), stream]) {
          const problem = await problemOf(call());
          assert.deepEqual([problem.type, problem.status, problem.message], ["about:blank", status, message]);
        }
      } finally {
        proxy.stop();
      }
    }
  }
});

test("a proxy that has no room for now is asked again", async () => {
  let requests = 0;
  const proxy = await startServer((_, response) => {
    requests++;
    response.writeHead(503, { "content-type": "text/html", "retry-after": "1" }).end("<p>Sorry");
  });
  try {
    const problem = await problemOf(games(connect({ url: proxy.url, retries: 1 })));
    assert.deepEqual([problem.status, problem.retryAfter, requests], [503, 1, 2]);
  } finally {
    proxy.stop();
  }
});

test("a service that cannot be reached is a problem", async () => {
  const gone = await startService();
  await gone.stop();
  const { type, title, status, detail } = await problemOf(games(connect({ url: gone.url })));
  assert.deepEqual([type, title, status], ["about:blank", "Cannot reach the service", 0]);
  assert.match(detail, /ECONNREFUSED/);
});

test("the reason of an abort is thrown as it is", async () => {
  const reason = new Error("the player has left");
  for (const signal of [AbortSignal.abort(reason), abortSoon(reason)]) {
    await assert.rejects(analyse(service, "checkers", { time_ms: 9000 }, { signal }), reason);
  }
  const signal = AbortSignal.abort();
  await assert.rejects(games(service, { signal }), { name: "AbortError" });
});

/** @param {Error} reason */
function abortSoon(reason) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 50);
  return controller.signal;
}

test("a URL may have a path and ends with or without a slash", async () => {
  const proxied = connect({ url: `${running.url}/engine/` });
  assert.equal(proxied.url, `${running.url}/engine`);
  assert.equal((await problemOf(games(proxied))).type, "/problems/unknown-path");
  assert.equal((await games(connect({ url: new URL(running.url) }))).length, 4);
});

test("connect needs a URL outside of a page", () => {
  assert.throws(() => connect(), /connect: expected a url, got none/);
  assert.throws(() => connect({ url: "127.0.0.1:8080" }), /Invalid URL/);
});
