// Fails if a module, compressed, is larger than its limit.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { files } from "../dist/files.js";

/** Bytes. Only that of connect-four leaves reviews and conversions to another module. */
const LIMITS = {
  "tic-tac-toe": 178_000,
  "connect-four": 173_000,
  "connect-four-review": 198_000,
  checkers: 313_000,
  reversi: 215_000,
};

for (const [game, limit] of Object.entries(LIMITS)) {
  const code = readFileSync(new URL(`../dist/${files[`${game}.wasm`]?.path}`, import.meta.url));
  const size = brotliCompressSync(code).length;
  console.log(`${game}: ${size} bytes with brotli, ${code.length} without; limit: ${limit}`);
  if (size > limit) process.exitCode = 1;
}
