// The tools at /mcp, listed and called by the inspector of the Model Context Protocol.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startService } from "../../clients/typescript/test/service.js";

const INSPECTOR = new URL("node_modules/.bin/mcp-inspector", import.meta.url).pathname;
let service;

before(async () => {
  service = await startService("--mcp");
});
after(() => service?.stop());

async function inspect(...flags) {
  const { stdout } = await promisify(execFile)(INSPECTOR, ["--cli", `${service.url}/mcp`, "--transport", "http", ...flags]);
  return JSON.parse(stdout);
}

/** Calls a tool, and returns its answer in words and as data. */
async function call(tool, parameters = {}) {
  const flags = Object.entries(parameters).flatMap(([name, value]) => ["--tool-arg", `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`]);
  const { content: [{ text }], structuredContent, isError } = await inspect("--method", "tools/call", "--tool-name", tool, ...flags);
  return { text, data: structuredContent, isError: isError ?? false };
}

test("five tools are listed, each with the schema of its parameters", async () => {
  const { tools } = await inspect("--method", "tools/list");
  assert.deepEqual(tools.map(({ name }) => name).sort(), ["analyse", "best_move", "legal_moves", "list_games", "review"]);
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.ok(description.length > 40, name);
    assert.equal(annotations.readOnlyHint, true);
    assert.equal(inputSchema.type, "object");
    if (name !== "list_games") assert.ok(inputSchema.required.includes("game"), name);
  }
});

test("the games are listed with their notations, sides and levels", async () => {
  const { text, data } = await call("list_games");
  assert.deepEqual(data.games.map(({ id }) => id), ["tic-tac-toe", "connect-four", "checkers", "reversi"]);
  const texts = text.split("\n\n");
  assert.equal(texts.length, data.games.length);
  for (const [index, { id, position, move, start, sides, levels }] of data.games.entries()) {
    const lines = texts[index].split("\n");
    assert.equal(lines[0], id);
    assert.ok(position.notation.length > 0 && move.notation.length > 0, id);
    assert.ok(lines.includes(`positions: ${position.notation}`), texts[index]);
    assert.ok(lines.includes(`moves: ${move.notation}`), texts[index]);
    assert.ok(lines.includes(`start: ${start}`), texts[index]);
    assert.ok(lines.includes(`sides: ${sides.join(", ")}`), texts[index]);
    assert.equal(levels.length, 10);
    for (const { level, elo } of levels) assert.ok(texts[index].includes(`${level} (${elo})`), texts[index]);
  }
});

test("legal moves and results are told", async () => {
  const open = await call("legal_moves", { game: "connect-four", moves: ["4"] });
  assert.match(open.text, /O to move\. Legal moves: 1 2 3 4 5 6 7$/);
  const over = await call("legal_moves", { game: "tic-tac-toe", moves: ["1", "4", "2", "5", "3"] });
  assert.equal(over.data.moves.length, 0);
  assert.match(over.text, /X has won by line\.$/);
});

test("the best move has its score, its line and a reason", async () => {
  const { text, data } = await call("best_move", { game: "connect-four", position: "4455" });
  assert.equal(data.best_move, "3");
  assert.match(text, /^3: win in 3 plies \(proven\), wins in 3 plies: .*\. Line: 3 /m);
});

test("a level gives a weaker opponent", async () => {
  const { data } = await call("best_move", { game: "checkers", moves: ["11-15"], level: 1 });
  assert.equal(data.level, 1);
});

test("several moves are analysed", async () => {
  const { text, data } = await call("analyse", { game: "checkers", moves: ["11-15"], lines: 2, time_ms: 100 });
  assert.equal(data.lines.length, 2);
  assert.equal(text.split("\n").length, 3);
});

test("a game is reviewed", async () => {
  const { text, data } = await call("review", { game: "tic-tac-toe", moves: ["5", "2", "4", "6", "1"] });
  assert.equal(data.plies.length, 5);
  assert.match(text, /^2\. 2: mistake, better was \d$/m);
  assert.match(text, /^Accuracy of X: \d/m);
});

test("refusals of the service say what was expected", async () => {
  const illegal = await call("legal_moves", { game: "connect-four", moves: ["8"] });
  assert.equal(illegal.isError, true);
  assert.match(illegal.text, /moves\[0\]: .*expected one of 1, 2, 3.*got "8"/);
  assert.match((await call("best_move", { game: "chess" })).text, /chess/);
  const misspelt = await call("best_move", { game: "checkers", positon: "B:W18:B15" });
  assert.equal(misspelt.isError, true);
  assert.match(misspelt.text, /positon.*did you mean "position"/);
});
