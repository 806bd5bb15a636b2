// Jobs over archives of positions or games, of any size.

/** @import { Archive, GameId, Job, JobAnswer, JobLine, JobPart, JobPrice, JobTask, Options, Service } from "../client.js" */
/** @import { Call } from "./transport.js" */

import { answer, BestmoveProblem, limited, messages, objects, pause, queryString } from "./transport.js";

/** Of an archive, in bytes a millisecond. */
const SLOWEST_UPLOAD = 10;
const PART_LENGTH = 2 ** 16;
/** The bytes of a part of an archive; only the last one may have fewer. */
const PART_BYTES = 2 ** 20;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** The statuses of failures that end by themselves. */
const PASSING = [0, 429, 502, 503, 504];

/**
 * Starts a job over an archive of positions or games, of any size, which outlives this call. A
 * submission that is repeated under its `idempotencyKey`, by default a random one, is the same job.
 * @param {Service} service
 * @param {GameId} game
 * @param {Archive} archive An iterable is gathered in a `Blob` first.
 * @param {JobTask & { idempotencyKey?: string, parts?: boolean }} [task] With `parts` the archive is
 *   sent by `openJob` and `uploadJob`.
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export async function submitJob(service, game, archive, { idempotencyKey = randomKey(), parts, ...task } = {}, options) {
  if (parts) {
    const { id } = await openJob(service, game, { idempotencyKey, ...task }, options);
    return uploadJob(service, id, archive, options);
  }
  const headers = { "idempotency-key": idempotencyKey };
  return submission(service, archive, { game, ...task }, { headers, ...options });
}

/**
 * Opens a job whose archive comes by `uploadJob`. One that is opened again under its
 * `idempotencyKey`, by default a random one, is the same job.
 * @param {Service} service
 * @param {GameId} game
 * @param {JobTask & { idempotencyKey?: string }} [task]
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export function openJob(service, game, { kind = "analysis", idempotencyKey = randomKey(), ...task } = {}, options) {
  const path = `/v1/jobs?${queryString({ kind, game, ...task, parts: true })}`;
  return answer(service, { path, method: "POST", headers: { "idempotency-key": idempotencyKey }, ...options });
}

/**
 * Sends the archive of a job that `openJob` has opened, in parts of a MiB, and starts the job.
 * Called again with the same archive after a failure, or on another page, it sends only the parts
 * that are missing; of a job that has been started, none.
 * @param {Service} service
 * @param {string} id
 * @param {Archive} archive An iterable is gathered in a `Blob` first.
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export async function uploadJob(service, id, archive, options) {
  const job = await getJob(service, id, options);
  if (job.state !== "receiving") return job;
  const there = new Map((await jobParts(service, id, options)).map(({ part, bytes }) => [part, bytes]));
  const text = isText(archive) ? archive : await gathered(archive);
  const whole = text instanceof Blob ? text : new Blob([text]);
  const parts = Math.max(1, Math.ceil(whole.size / PART_BYTES));
  for (let part = 1; part <= parts; part++) {
    const bytes = whole.slice((part - 1) * PART_BYTES, part * PART_BYTES);
    const sent = there.get(part);
    if (sent === undefined) {
      const call = { path: `${jobPath(id)}/parts/${part}`, method: "PUT", text: bytes };
      await answer(service, { ...call, uploadMs: bytes.size / SLOWEST_UPLOAD, ...options });
    } else if (sent !== bytes.size) {
      throw new RangeError(`part ${part}: expected the archive whose part has ${sent} bytes, got ${bytes.size} bytes`);
    }
  }
  const path = `${jobPath(id)}/complete?parts=${parts}`;
  return answer(service, { path, method: "POST", timeMs: whole.size / SLOWEST_UPLOAD, ...options });
}

/**
 * The parts of an archive that have come, by their numbers.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<JobPart[]>}
 */
export async function jobParts(service, id, options) {
  return (await answer(service, { path: `${jobPath(id)}/parts`, ...options })).parts;
}

/**
 * What `submitJob` would cost; nothing is started.
 * @param {Service} service
 * @param {GameId} game
 * @param {Archive} archive
 * @param {JobTask} [task]
 * @param {Options} [options]
 * @returns {Promise<JobPrice>}
 */
export function jobPrice(service, game, archive, task, options) {
  return submission(service, archive, { game, ...task, dry_run: true }, options);
}

/**
 * The jobs of the service's key, newest first.
 * @param {Service} service
 * @param {Options} [options]
 * @returns {Promise<Job[]>}
 */
export async function listJobs(service, options) {
  return (await answer(service, { path: "/v1/jobs", ...options })).jobs;
}

/**
 * How far a job is.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<Job>}
 */
export function getJob(service, id, options) {
  return answer(service, { path: jobPath(id), ...options });
}

/**
 * Cancels a job. Its answers so far can be read.
 * @param {Service} service
 * @param {string} id
 * @param {Options} [options]
 * @returns {Promise<void>}
 */
export async function cancelJob(service, id, options) {
  await answer(service, { path: jobPath(id), method: "DELETE", ...options });
}

/**
 * The answers of a job so far, in the order of its lines, from the index `from` on.
 * @param {Service} service
 * @param {string} id
 * @param {number} [from]
 * @param {Options} [options]
 * @returns {AsyncGenerator<JobAnswer, void, void>}
 */
export async function* jobResults(service, id, from = 0, options) {
  yield* objects(service, { path: `${jobPath(id)}/results?from=${from}`, timeMs: Infinity, ...options });
}

/**
 * Every answer of a job in the order of its lines, from the index `from` on, until the job has
 * ended. Goes on where it was after a lost connection or a restart of the service, unless that takes
 * longer than `graceMs`. Throws a `BestmoveProblem` after the answers of a job that was cancelled.
 * The job goes on when the loop is left.
 * @param {Service} service
 * @param {string} id
 * @param {number} [from]
 * @param {Options} [options]
 * @returns {AsyncGenerator<JobAnswer, void, void>}
 */
export async function* followJob(service, id, from = 0, options) {
  const limit = limited(service, { path: "", timeMs: Infinity, ...options });
  const { signal } = limit;
  const events = { path: `${jobPath(id)}/events`, timeMs: Infinity, signal };
  let [state, next, failingSince, wait] = ["", from, Infinity, FIRST_PAUSE_MS];
  try {
    while (state !== "finished" && state !== "cancelled") {
      try {
        for await (const { job } of messages(service, events)) {
          [failingSince, wait] = [Infinity, FIRST_PAUSE_MS];
          // None comes before the answer to an earlier line.
          if (job.finished_items > next) {
            for await (const found of jobResults(service, id, next, { signal })) {
              next = found.index + 1;
              yield found;
            }
          }
          ({ state } = job);
        }
      } catch (error) {
        const { status, retryAfter = 0 } = /** @type {Partial<BestmoveProblem>} */ (error ?? {});
        failingSince = Math.min(failingSince, performance.now());
        wait = Math.max(wait, retryAfter * 1000);
        const isLate = performance.now() + wait > failingSince + service.graceMs;
        if (signal.aborted || status === undefined || !PASSING.includes(status) || isLate) throw error;
        await pause(wait, signal);
        wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
      }
    }
    if (state === "cancelled") {
      const detail = `job ${id} was cancelled before line ${next} was answered`;
      throw new BestmoveProblem({ title: "Job cancelled", detail });
    }
  } finally {
    limit.release();
  }
}

/**
 * The answer to a submission.
 * @param {Service} service
 * @param {Archive} archive
 * @param {JobTask & { game: GameId, dry_run?: boolean }} task
 * @param {Omit<Partial<Call>, "body">} [options]
 */
async function submission(service, archive, { kind = "analysis", ...task }, options) {
  const text = isText(archive) ? archive : await gathered(archive);
  const size = typeof text === "string" ? text.length : text instanceof Blob ? text.size : text.byteLength;
  const path = `/v1/jobs?${queryString({ kind, ...task })}`;
  return answer(service, { path, text, uploadMs: size / SLOWEST_UPLOAD, ...options });
}

/**
 * Whether it is no iterable of lines.
 * @param {Archive} archive
 * @returns {archive is string | Blob | Uint8Array<ArrayBuffer>}
 */
function isText(archive) {
  return typeof archive === "string" || archive instanceof Blob || ArrayBuffer.isView(archive);
}

/** @param {string} id */
function jobPath(id) {
  return `/v1/jobs/${encodeURIComponent(id)}`;
}

/**
 * Lines of JSON as a file, which browsers may keep on disk.
 * @param {Iterable<JobLine> | AsyncIterable<JobLine>} lines
 */
async function gathered(lines) {
  const parts = [];
  let part = "";
  for await (const line of lines) {
    part += `${JSON.stringify(line)}\n`;
    if (part.length > PART_LENGTH) {
      parts.push(new Blob([part]));
      part = "";
    }
  }
  return new Blob([...parts, part]);
}

/** A name for a submission that no other has; `crypto` is missing in Node 18 and on pages without TLS. */
function randomKey() {
  return [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("");
}
