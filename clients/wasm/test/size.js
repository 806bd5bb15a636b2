// Fails if a module, compressed, is larger than its limit.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { files } from "../dist/files.js";

const LIMITS = { "tic-tac-toe": 130_000, "connect-four": 150_000, checkers: 260_000 }; // bytes

for (const [game, limit] of Object.entries(LIMITS)) {
  const code = readFileSync(new URL(`../dist/${files[`${game}.wasm`]}`, import.meta.url));
  const size = brotliCompressSync(code).length;
  console.log(`${game}: ${size} bytes with brotli, ${code.length} without; limit: ${limit}`);
  if (size > limit) process.exitCode = 1;
}
