// Jobs over archives.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  cancelJob,
  connect,
  followJob,
  getJob,
  jobParts,
  jobPrice,
  jobResults,
  listJobs,
  openJob,
  submitJob,
  uploadJob,
} from "bestmove";
import { delay, startService } from "./service.js";
import { startRelay } from "./wires.js";

const KEY = "a-key-of-the-tests";
/** @type {import("./service.js").Running} */
let running;
/** @type {import("bestmove").Service} */
let service;
/** @type {import("bestmove").Service} */
let owner;

before(async () => {
  running = await startService("--api-keys", KEY);
  service = connect({ url: running.url });
  owner = connect({ url: running.url, key: KEY });
});
after(() => running.stop());

/** @type {import("bestmove").JobLine[]} */
const LINES = [
  { custom_id: "a", position: "44" },
  { custom_id: { b: "é\u2028" }, moves: [4, "4"] },
  { position: "9" },
  { moves: ["4", "4", "4"], lines: 2 },
];
const NDJSON = LINES.map((line) => `${JSON.stringify(line)}\n`).join("");
const GAMES = '[Event "1"]\n\n1. 11-15 23-19 2. 8-11 *\n\n[Event "2"]\n\n1. 9-14 22-18 *\n';

/**
 * @template T
 * @param {AsyncIterable<T>} stream
 */
async function collect(stream) {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
}

/**
 * Different positions of checkers, which take some time at many nodes.
 * @param {number} count
 */
const longLines = (count) => Array.from({ length: count }, (_, number) => {
  const moves = [["9-13", "10-14", "11-15", "12-16"][number % 4]];
  return { custom_id: number, moves, lines: Math.floor(number / 4) + 1 };
});

test("a job is priced, submitted, followed, read and listed", async () => {
  const price = await jobPrice(owner, "connect-four", LINES);
  assert.deepEqual([price.items, price.duplicates, price.problems], [4, 1, 1]);
  assert.deepEqual(await listJobs(owner), []);
  const { id, kind, nodes } = await submitJob(owner, "connect-four", LINES);
  assert.deepEqual([kind, nodes], ["analysis", null]);
  const answers = await collect(followJob(owner, id));
  const [one, same, invalid, two] = answers;
  assert("analysis" in one && "same_as" in same && "problem" in invalid && "analysis" in two);
  assert.deepEqual([one.custom_id, same.custom_id, same.same_as], ["a", { b: "é\u2028" }, 0]);
  assert.deepEqual([invalid.index, invalid.problem.field, two.analysis.lines.length], [2, "position", 2]);
  assert.deepEqual(await collect(jobResults(owner, id)), answers);
  for (const read of [jobResults, followJob]) {
    assert.deepEqual(await collect(read(owner, id, 2)), answers.slice(2));
    assert.deepEqual(await collect(read(owner, id, 4)), []);
  }
  const { state, finished_items } = await getJob(owner, id);
  assert.deepEqual([state, finished_items], ["finished", 4]);
  assert.deepEqual((await listJobs(owner)).map((job) => job.id), [id]);
  await assert.rejects(getJob(service, id), { name: "BestmoveProblem", status: 404 });
  await assert.rejects(collect(followJob(service, id)), { name: "BestmoveProblem", status: 404 });
});

async function* generated() {
  yield* LINES;
}

/** @type {Record<string, () => import("bestmove").Archive>} */
const ARCHIVES = {
  "an array": () => LINES,
  "an iterator": () => LINES.values(),
  "an asynchronous generator": generated,
  "a string": () => NDJSON,
  bytes: () => new TextEncoder().encode(NDJSON),
  "a Blob": () => new Blob([NDJSON]),
};

for (const [name, archive] of Object.entries(ARCHIVES)) {
  test(`an archive may be ${name}`, async () => {
    const { id } = await submitJob(service, "connect-four", archive());
    const names = (await collect(followJob(service, id))).map(({ custom_id }) => custom_id);
    assert.deepEqual(names, LINES.map(({ custom_id }) => custom_id));
  });
}

test("many lines arrive in their order", async () => {
  const lines = Array.from({ length: 5000 }, (_, number) => ({ custom_id: number, moves: ["4"] }));
  const { id, items } = await submitJob(service, "connect-four", lines);
  assert.equal(items, 5000);
  const names = (await collect(followJob(service, id))).map(({ custom_id }) => custom_id);
  assert.deepEqual(names, lines.map(({ custom_id }) => custom_id));
});

test("games are reviewed, or their positions analysed", async () => {
  const { id } = await submitJob(service, "checkers", GAMES, { kind: "review", nodes: 500 });
  const reviews = await collect(followJob(service, id));
  const moves = reviews.map((found) => "review" in found && found.review.plies.map(({ move }) => move));
  assert.deepEqual(moves, [["11-15", "23-19", "8-11"], ["9-14", "22-18"]]);
  const analysed = await submitJob(service, "checkers", GAMES, { depth: 2 });
  assert.equal(analysed.items, 7);
});

test("a submission needs a limit, whatever its size", async () => {
  const archive = "1. 11-15 23-19 *\n\n".repeat(1_000_000);
  const refused = submitJob(service, "checkers", archive, { nodes: undefined });
  await assert.rejects(refused, { name: "BestmoveProblem", status: 422, field: "nodes" });
});

test("a submission under the same key is the same job", async () => {
  const task = { idempotencyKey: "nightly" };
  const ids = [];
  for (const given of [task, task, {}]) {
    ids.push((await submitJob(owner, "connect-four", LINES, given)).id);
  }
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[1], ids[2]);
  const other = submitJob(owner, "connect-four", "{}", task);
  await assert.rejects(other, { type: "/problems/idempotency-key-reused" });
});

test("a submission is repeated after a lost connection, and is one job", async () => {
  const before = (await listJobs(owner)).length;
  const relay = await startRelay(running.url, 10);
  try {
    const { id } = await submitJob(connect({ url: relay.url, key: KEY }), "connect-four", LINES);
    assert.equal(relay.connections(), 2);
    const jobs = await listJobs(owner);
    assert.deepEqual([jobs[0].id, jobs.length], [id, before + 1]);
  } finally {
    relay.stop();
  }
});

/** Lines of more than two parts. */
const large = () => new Blob(Array.from({ length: 5000 }, (_, number) =>
  `${JSON.stringify({ custom_id: String(number).padEnd(500), moves: [String(number % 7 + 1)] })}\n`));

test("an archive is sent in parts", async () => {
  assert.equal((await submitJob(service, "connect-four", large(), { parts: true })).items, 5000);
  for (const archive of [LINES, NDJSON]) {
    const { id } = await submitJob(service, "connect-four", archive, { parts: true });
    const names = (await collect(followJob(service, id))).map(({ custom_id }) => custom_id);
    assert.deepEqual(names, LINES.map(({ custom_id }) => custom_id));
  }
});

test("only missing parts are sent again", async () => {
  const archive = large();
  const { id } = await openJob(service, "connect-four");
  const idempotencyKey = crypto.randomUUID();
  const named = await openJob(service, "connect-four", { idempotencyKey });
  assert.equal((await openJob(service, "connect-four", { idempotencyKey })).id, named.id);
  assert.notEqual(named.id, id);
  let [sent, most] = [0, 1];
  /** @type {typeof fetch} */
  const failing = (input, init) => {
    if (init?.method === "PUT" && sent++ >= most) throw new TypeError("the connection is lost");
    return fetch(input, init);
  };
  const client = connect({ url: running.url, fetch: failing });
  await assert.rejects(uploadJob(client, id, archive), { name: "BestmoveProblem", status: 0 });
  assert.deepEqual(await jobParts(client, id), [{ part: 1, bytes: 2 ** 20 }]);
  await assert.rejects(uploadJob(client, id, LINES), RangeError);
  [sent, most] = [0, Infinity];
  assert.equal((await uploadJob(client, id, archive)).items, 5000);
  assert.equal(sent, Math.ceil(archive.size / 2 ** 20) - 1);
  assert.equal((await uploadJob(client, id, archive)).id, id, "it has been started");
  assert.deepEqual(await jobParts(client, id), []);
});

test("a job is followed across lost connections, while results end with them", async () => {
  const lines = Array.from({ length: 2000 }, (_, number) => ({ custom_id: number, moves: ["4"] }));
  const { id } = await submitJob(service, "connect-four", lines);
  const whole = await collect(followJob(service, id));
  assert.equal(whole.length, 2000);
  const relay = await startRelay(running.url, 1000, 20_000, 600, 50_000, 10);
  const cut = await startRelay(running.url, 20_000);
  try {
    assert.deepEqual(await collect(followJob(connect({ url: relay.url }), id)), whole);
    assert(relay.connections() > 5);
    const results = collect(jobResults(connect({ url: cut.url }), id));
    await assert.rejects(results, { name: "BestmoveProblem", status: 0 });
    assert.equal(cut.connections(), 1);
  } finally {
    relay.stop();
    cut.stop();
  }
});

test("a job is followed across a restart of the service", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bestmove-store-"));
  const flags = ["--store", join(folder, "jobs"), "--job-chunk-ms", "10"];
  const first = await startService(...flags);
  /** @type {import("./service.js").Running | undefined} */
  let second;
  try {
    let url = first.url;
    /** @type {typeof fetch} */
    const redirected = (input, init) => fetch(String(input).replace(first.url, url), init);
    const client = connect({ url, fetch: redirected, graceMs: 60_000 });
    const { id } = await submitJob(client, "checkers", longLines(28), { nodes: 200_000 });
    const following = collect(followJob(client, id));
    while ((await getJob(client, id)).finished_items < 3) await delay(10);
    await first.stop();
    second = await startService(...flags);
    url = second.url;
    assert.deepEqual((await following).map(({ index }) => index), longLines(28).map((_, index) => index));
  } finally {
    await (second ?? first).stop();
    await rm(folder, { recursive: true });
  }
});

test("a cancelled job has a problem after its answers", async () => {
  const task = { nodes: 100_000_000 };
  const { id } = await submitJob(service, "checkers", longLines(28), task);
  const following = collect(followJob(service, id));
  const cancelled = assert.rejects(following, {
    name: "BestmoveProblem",
    title: "Job cancelled",
    detail: new RegExp(`^job ${id} was cancelled before line \\d+ was answered$`),
  });
  assert.equal(await cancelJob(service, id), undefined);
  await cancelled;
  assert.equal((await getJob(service, id)).state, "cancelled");
});

test("an abort ends the following at once, and leaves the job", async () => {
  const { id } = await submitJob(service, "checkers", longLines(28), { nodes: 100_000_000 });
  const controller = new AbortController();
  const following = collect(followJob(service, id, 0, { signal: controller.signal }));
  await delay(500);
  const reason = new RangeError("enough");
  controller.abort(reason);
  await assert.rejects(following, reason);
  assert.match((await getJob(service, id)).state, /waiting|running/);
  await cancelJob(service, id);
});

test("following ends without a service", async () => {
  const gone = await startService();
  await gone.stop();
  const following = collect(followJob(connect({ url: gone.url, graceMs: 500 }), "an-id"));
  await assert.rejects(following, { name: "BestmoveProblem", status: 0 });
});
