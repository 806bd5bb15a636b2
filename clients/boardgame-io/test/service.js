// The real service: `BESTMOVE_BIN`, or the debug build of this checkout.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BUILT = new URL("../../../target/debug/bestmove", import.meta.url);

/**
 * Starts a service that lives as long as this process; returns its URL.
 * @returns {Promise<string>}
 */
export async function startService() {
  const binary = process.env.BESTMOVE_BIN ?? fileURLToPath(BUILT);
  const options = ["--listen", "127.0.0.1:0", "--log", "info", "--log-format", "json"];
  const service = spawn(binary, options, { env: {}, stdio: ["ignore", "ignore", "pipe"] });
  process.on("exit", () => service.kill());
  process.once("SIGTERM", () => process.exit(1));
  for await (const line of createInterface(service.stderr)) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address) {
      service.stderr.resume();
      service.unref();
      /** @type {any} */ (service.stderr).unref();
      return `http://${address}`;
    }
  }
  throw new Error(`${binary}: expected the address of the service in its log, got none`);
}
