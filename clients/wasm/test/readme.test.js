// The examples of the README.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const clients = { "bestmove-local": "wasm/src/local.js", bestmove: "typescript/src/client.js" };
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/```(js|text)\n([^]*?)```/g)];

test("the examples run, and print what the README says", async () => {
  /** @type {string[]} */
  const printed = [];
  const log = console.log;
  console.log = (...words) => printed.push(words.join(" "));
  try {
    for (const [, , code] of blocks.filter(([, language]) => language === "js")) {
      let module = String(code);
      for (const [name, path] of Object.entries(clients)) {
        module = module.replaceAll(`"${name}"`, JSON.stringify(new URL(`../../${path}`, import.meta.url).href));
      }
      await import(`data:text/javascript,${encodeURIComponent(module)}`);
    }
  } finally {
    console.log = log;
  }
  const expected = blocks.filter(([, language]) => language === "text").map(([, , text]) => String(text).trim());
  assert.equal(printed.join("\n"), expected.join("\n"));
  assert.equal(blocks.length, 5);
});
