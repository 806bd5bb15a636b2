// Every example of the README, against the real service and server: in a bundle, as in a page, and
// that of the server in Node.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { RandomBot } from "#boardgame.io/ai";
import { LobbyClient } from "#boardgame.io/client";
import { Server } from "#boardgame.io/server";
import { joinAsBot } from "../src/index.js";
import { ConnectFour } from "../examples/connect-four.js";
import { startService } from "./service.js";

const url = await startService();
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
// Inside the package, so that its name resolves to itself.
const folder = await mkdtemp(fileURLToPath(new URL("readme-", import.meta.url)));
after(() => rm(folder, { recursive: true }));

test("there are five examples", () => assert.equal(examples.length, 5));

/**
 * Writes an example to a file that exports some of its names; returns the path of the file.
 * @param {number} index
 * @param {string} game The name of the file in `examples` that is its `./game.js`.
 * @param {string} names
 */
async function write(index, game, names) {
  const path = `${folder}/${index}.js`;
  const code = examples[index]
    .replaceAll("http://127.0.0.1:8080", url)
    .replace("./game.js", `../../examples/${game}.js`);
  await writeFile(path, `${code}\nexport { ${names} };\n`);
  return path;
}

/**
 * The exports of the example, which runs in a bundle.
 * @param {number} index
 * @param {string} game
 * @param {string} names
 */
async function run(index, game, names) {
  const outfile = `${folder}/${index}.bundle.mjs`;
  await build({
    entryPoints: [await write(index, game, names)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    logLevel: "warning",
  });
  return import(outfile);
}

test("a bot under Local answers", async () => {
  const { client } = await run(0, "tic-tac-toe", "client");
  client.moves.clickCell(4);
  await new Promise((resolve) => {
    client.subscribe((/** @type {any} */ { ctx }) => ctx.turn === 3 && resolve(ctx));
  });
  const { playerID, metadata } = client.log.findLast((/** @type {any} */ entry) => !entry.automatic).action.payload;
  assert.deepEqual([playerID, metadata.level], ["1", 5]);
  client.stop();
});

test("Step makes the best first move", async () => {
  const { client } = await run(1, "connect-four", "client");
  assert.equal(client.getState().G.grid[5][3], "0");
});

test("a bot takes a seat on the server", async () => {
  const games = [ConnectFour];
  const { appServer } = await Server({ games, origins: [] }).run(/** @type {any} */ ({ port: 0 }));
  const { port } = /** @type {any} */ (appServer.address());
  const server = `http://127.0.0.1:${port}`;
  const lobby = new LobbyClient({ server });
  const { matchID } = await lobby.createMatch("connect-four", { numPlayers: 2 });
  const [own, seat] = await Promise.all(["0", "1"].map((playerID) =>
    lobby.joinMatch("connect-four", matchID, { playerID, playerName: playerID })));

  const path = await write(2, "connect-four", "joined");
  await writeFile(path, (await readFile(path, "utf8")).replace("http://127.0.0.1:8000", server));
  const bot = promisify(execFile)(process.execPath, [path, matchID, seat.playerCredentials]);
  const opponent = joinAsBot({
    server, game: { ...ConnectFour, seed: 1 }, matchID, playerID: "0", credentials: own.playerCredentials, bot: RandomBot,
  });
  assert.deepEqual(await opponent.gameover, { winner: "1" });
  assert.match((await bot).stdout, /winner: '1'/);
  appServer.close();
});

test("an own grid is mapped", async () => {
  const { Bot } = await run(3, "", "Bot");
  const empty = Array.from({ length: 3 }, () => Array(7).fill(0));
  const grid = [...empty, [0, 0, 0, 0, 0, 0, 2], [0, 0, 0, 0, 0, 0, 2], [1, 1, 1, 0, 0, 0, 2]];
  const enumerate = () => [0, 1, 2, 3, 4, 5, 6].map((column) => ({ move: "playDisc", args: [column] }));
  const { action, metadata } = await new Bot({ enumerate }).play({ G: { grid }, ctx: {} }, "0");
  assert.equal(metadata.problem, undefined);
  assert.deepEqual(action.payload.args, [3]);
});

test("own pieces are mapped", async () => {
  const { Bot } = await run(4, "", "Bot");
  const pieces = [[18, "1"], [25, "1"], [15, "0"]].map(([square, player]) => ({ square, player, king: false }));
  const enumerate = () => [{ move: "play", args: [[15, 22, 29]] }];
  const state = { G: { pieces }, ctx: { currentPlayer: "0" } };
  const { metadata } = await new Bot({ enumerate }).play(state, "0");
  assert.deepEqual([metadata.problem, metadata.line], [undefined, ["15x22x29"]]);
});
