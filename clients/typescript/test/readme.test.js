// The examples of README.md: those in JavaScript run in Node and print the text block that follows
// them, if one does; `browser.test.js` opens the page.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { URL_IN_README, program, readmeBlocks } from "./readme.js";
import { startService } from "./service.js";

/** @type {import("./service.js").Running} */
let running;

before(async () => {
  running = await startService();
});
after(() => running.stop());

/** @param {string} code */
async function run(code) {
  const flags = ["--input-type=module", "--eval", program(code).replaceAll(URL_IN_README, running.url)];
  return (await promisify(execFile)(process.execPath, flags)).stdout;
}

const blocks = readmeBlocks();
for (const [index, { language, code, line }] of blocks.entries()) {
  if (language !== "js") continue;
  test(`the example in line ${line} of README.md runs`, async () => {
    const output = await run(code);
    const next = blocks[index + 1];
    if (next?.language === "text") assert.equal(output, next.code);
    else assert.notEqual(output, "");
  });
}
