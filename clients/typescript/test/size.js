// Fails if the client, minified and compressed, is larger than the limit.

import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const LIMIT = 4096; // bytes

/**
 * The size of a bundle with these exports of the client.
 * @param {string} names
 */
async function size(names) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from "bestmove";`, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

const [whole, part] = [await size("*"), await size("{ connect, games }")];
console.log(`client: ${whole} bytes, connect and games alone: ${part}; limit: ${LIMIT}`);
if (whole > LIMIT || part >= whole) process.exit(1);
