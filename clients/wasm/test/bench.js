// CPU time of the engine in WebAssembly and in native code, on searches with equal nodes, in pairs. Needs
// Linux: node test/bench.js [ROUNDS]

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { engineOf } from "../src/engine.js";
import { files } from "../dist/files.js";
import { checkers, connectFour, pieceCount } from "./positions.js";

const TICKS_MS = 10;
const rounds = Number(process.argv[2] ?? 3);
/** @type {[string, string, string[], object][]} */
const SUITES = [
  ["connect-four, depth 12", "connect-four", ["", "44", "4435", "3"], { depth: 12 }],
  ["connect-four, solved", "connect-four", connectFour.slice(0, 120), {}],
  ["checkers, depth 11", "checkers", checkers.filter((position) => pieceCount(position) > 15).slice(0, 8), { depth: 11 }],
];

const native = startNative();
for (const [name, game, positions, limits] of SUITES) {
  const path = `/v1/${game}/best-move`;
  const engine = engineOf(new WebAssembly.Module(read(`${game}.wasm`)));
  for (const file of engine.missingFiles(path)) engine.provide(file, read(file));
  const bodies = positions.map((position) => JSON.stringify({ position, ...limits, fresh: true, time_ms: 10_000 }));
  const searchInWasm = () => bodies.map((body) => nodesOf(engine.answer("POST", path, body, () => {}).body));
  const search = async () => {
    const nodes = [];
    for (const body of bodies) nodes.push(nodesOf(await native.ask(`POST ${path} ${body}`)));
    return nodes;
  };
  // The first round compiles, and allocates.
  const equal = String(searchInWasm()) === String(await search());
  const ratios = [];
  let [wasmMs, nativeMs] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    searchInWasm();
    const { user, system } = process.cpuUsage(began);
    const before = native.cpuMs();
    await search();
    const [inWasm, inNative] = [(user + system) / 1000, native.cpuMs() - before];
    ratios.push(inWasm / inNative);
    [wasmMs, nativeMs] = [wasmMs + inWasm, nativeMs + inNative];
  }
  console.log(`${name}: ${positions.length} positions, nodes equal: ${equal}; CPU ${(wasmMs / rounds).toFixed()} ms, ` +
    `native ${(nativeMs / rounds).toFixed()} ms, ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`);
}
native.stop();

/** @param {string} name */
function read(name) {
  return readFileSync(new URL(`../dist/${files[name]?.path}`, import.meta.url));
}

/** @param {string} answer */
function nodesOf(answer) {
  return /** @type {number} */ (JSON.parse(answer).nodes);
}

/** The native engine, built with the optimisations of the service's release. */
function startNative() {
  const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
  const build = ["build", "--quiet", "--release", "--example", "native", "--target-dir",
    at("../../../target/wasm-native"), "--config", "profile.release.opt-level=3", "--config", "profile.release.package.bestmove.opt-level=3"];
  execFileSync("cargo", build, { cwd: at("../engine"), stdio: "inherit" });
  const child = spawn(at("../../../target/wasm-native/release/examples/native"), [at("../../../data")],
    { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {string} request */
    async ask(request) {
      child.stdin.write(`${request}\n`);
      return String((await lines.next()).value);
    },
    /** The CPU time so far. */
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICKS_MS;
    },
    stop: () => child.stdin.end(),
  };
}
