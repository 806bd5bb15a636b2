// The packed archive, installed into an empty project.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { program as programOf, readmeBlocks } from "./readme.js";

const run = promisify(execFile);
const packageDir = fileURLToPath(new URL("..", import.meta.url));
const tsc = join(packageDir, "node_modules", "typescript", "bin", "tsc");

test("the archive installs, imports and compiles in an empty project", async () => {
  const project = await mkdtemp(join(tmpdir(), "bestmove-project-"));
  try {
    await run("npm", ["pack", "--silent", "--pack-destination", project], { cwd: packageDir });
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
    const install = ["install", "--offline", "--no-audit", "--no-fund", "./bestmove-0.1.0.tgz"];
    await run("npm", install, { cwd: project });
    const program = 'import { connect } from "bestmove"; console.log(connect({ url: "http://a/" }).url);';
    const flags = ["--input-type=module", "--eval", program];
    assert.equal((await run(process.execPath, flags, { cwd: project })).stdout, "http://a\n");
    const { exports } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8"));
    for (const entry of Object.keys(exports).filter((name) => !name.endsWith(".json"))) {
      // As on a server that renders pages.
      const load = ["--input-type=module", "--eval", `await import("bestmove${entry.slice(1)}")`];
      assert.deepEqual(await run(process.execPath, load, { cwd: project }), { stdout: "", stderr: "" }, entry);
    }
    await copyFile(join(packageDir, "test", "types.ts"), join(project, "types.ts"));
    const sources = ["types.ts"];
    for (const { language, code, line } of readmeBlocks()) {
      if (language !== "js") continue;
      for (const extension of ["mts", "mjs"]) {
        sources.push(`readme-${line}.${extension}`);
        await writeFile(join(project, `readme-${line}.${extension}`), programOf(code));
      }
    }
    for (const mode of ["nodenext", "preserve"]) {
      const options = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--target", "es2022",
        "--allowJs", "--checkJs", "--module", mode];
      const compiled = run(process.execPath, [tsc, ...options, ...sources], { cwd: project });
      await compiled.catch(({ stdout }) => assert.fail(stdout));
    }
  } finally {
    await rm(project, { recursive: true });
  }
});
