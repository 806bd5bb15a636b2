// Real fetches, observed or disturbed on their way.

import { createServer, connect as dial } from "node:net";
import { once } from "node:events";

/** A fetch with a log: when each request was sent, when its answer came, and what it said. */
export function loggedFetch() {
  /** @type {{ sent: number, answered: number, status: number, retryAfter: number }[]} */
  const log = [];
  /** @type {typeof fetch} */
  const logged = async (input, init) => {
    const sent = performance.now();
    const response = await fetch(input, init);
    const retryAfter = Number(response.headers.get("retry-after"));
    log.push({ sent, answered: performance.now(), status: response.status, retryAfter });
    return response;
  };
  return { log, fetch: logged };
}

/**
 * A fetch whose answers pass through a transformer of bytes.
 * @param {(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => void} transform
 * @returns {typeof fetch}
 */
export function transformedFetch(transform) {
  return async (input, init) => {
    const response = await fetch(input, init);
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
  };
}

/**
 * A relay to the service that cuts each connection after that number of bytes of answers, the
 * first by the first number, and so on; all others remain whole.
 * @param {string} url
 * @param {...number} cuts
 */
export async function startRelay(url, ...cuts) {
  const { hostname, port } = new URL(url);
  let connections = 0;
  const server = createServer((client) => {
    const whole = cuts[connections++] ?? Infinity;
    const service = dial(Number(port), hostname);
    let passed = 0;
    client.on("error", () => service.destroy()).pipe(service);
    service.on("error", () => client.destroy()).on("end", () => client.end());
    service.on("data", (chunk) => {
      passed += chunk.length;
      client.write(chunk.subarray(0, chunk.length - Math.max(0, passed - whole)));
      if (passed >= whole) client.destroySoon();
    });
    client.on("close", () => service.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port: own } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${own}`,
    connections: () => connections,
    stop: () => server.close(),
  };
}
