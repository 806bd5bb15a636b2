// The board element in a real browser, against the real service.

import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { axeViolations, heard, openPage, putBoard, startBrowser, startSources } from "./browser.js";
import { startService } from "./service.js";

const GAMES = ["tic-tac-toe", "connect-four", "checkers", "reversi"];

/** @import { BrowserContextOptions, Locator } from "playwright-core" */
/** @import { Game, Score, View } from "../src/board/types.js" */
/** @typedef {Omit<View, "scores"> & {scores?: [string, Score][]}} PlainView scores in pairs, which can be sent to a page */

/** @type {import("./service.js").Running} */
let service;
/** @type {import("./browser.js").Running} */
let sources;
/** Another origin than that of `sources`.
 *  @type {import("./browser.js").Running} */
let foreign;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  service = await startService();
  sources = await startSources();
  foreign = await startSources();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), sources?.stop(), foreign?.stop()]);
});

afterEach(() => page?.close());

/** @param {string} game @param {string} operation @param {object} body */
const post = async (game, operation, body) => {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(`${service.url}/v1/${game}/${operation}`, options)).json();
};

/** @param {string} id @returns {Promise<Game>} */
async function gameOf(id) {
  const { games } = await (await fetch(`${service.url}/v1/games`)).json();
  return games.find((/** @type {Game} */ game) => game.id === id);
}

/**
 * The view of the position after moves, or of a position.
 * @param {string} game
 * @param {object} body
 * @returns {Promise<PlainView>}
 */
async function viewOf(game, body) {
  const { pieces, moves, to_move: toMove } = await post(game, "legal-moves", body);
  return { pieces, legal: moves, toMove };
}

/**
 * Opens a page with an element that a page controls.
 * @param {Game} info
 * @param {PlainView} view
 * @param {BrowserContextOptions} [options]
 */
async function openControlled(info, view, options) {
  page = await openPage(browser, sources.url, sources.url, options);
  const board = await putBoard(page);
  await show(board, view, info);
  return board;
}

/** @param {Locator} board @param {PlainView} view @param {Game} [info] */
const show = (board, view, info) => board.evaluate((element, { view, info }) => {
  const board = /** @type {import("../src/board.js").BestmoveBoard} */ (element);
  if (info) board.info = info;
  board.show({ ...view, scores: view.scores && new Map(view.scores) });
}, { view, info });

/**
 * Opens a page with an element that plays by itself.
 * @param {Record<string, string>} attributes
 * @param {BrowserContextOptions} [options]
 */
async function openMatch(attributes, options, origin = sources) {
  page = await openPage(browser, origin.url, sources.url, options);
  return putBoard(page, { service: service.url, ...attributes });
}

/** @param {Locator} board @param {string} key */
const cell = (board, key) => board.locator(`[data-key="${key}"]`);
/** @param {Locator} cells */
const keys = (cells) => cells.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-key")));
/** @param {Locator} board */
const spoken = (board) => board.locator("[aria-live]");
/** @param {Locator} board */
const focused = (board) => board.locator(".cell:focus");

/** Waits until a text contains another. @param {Locator} locator @param {string} text */
async function waitForText(locator, text) {
  await locator.filter({ hasText: text }).waitFor({ state: "attached" });
}

/** Moves the focus to a cell with the arrow keys alone. @param {Locator} board @param {Locator} target */
async function walkTo(board, target) {
  const place = (/** @type {Locator} */ locator) => locator.evaluate((cell) => {
    const rows = [...(cell.closest("[role=grid]")?.children ?? [])];
    const y = rows.findIndex((row) => row.contains(cell));
    return { y, x: [...rows[y].children].indexOf(cell) };
  });
  const [from, to] = [await place(focused(board)), await place(target)];
  const press = async (/** @type {string} */ key, /** @type {number} */ times) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await press(to.y > from.y ? "ArrowDown" : "ArrowUp", Math.abs(to.y - from.y));
  await press(to.x > from.x ? "ArrowRight" : "ArrowLeft", Math.abs(to.x - from.x));
  assert.equal(await target.evaluate((cell) => cell.matches(":focus")), true);
}

/**
 * Plays a move with the keyboard: the first of what can be done, until a move has been played.
 * @param {Locator} board
 */
async function playByKeys(board) {
  const [pass] = await board.locator(".other-moves button").all();
  if (pass) {
    await page.keyboard.press("Tab");
    assert.equal(await pass.evaluate((button) => button.matches(":focus")), true);
    return page.keyboard.press("Enter");
  }
  const start = board.locator('.movable, [aria-disabled="false"]:not(.movable)').first();
  await walkTo(board, start);
  await page.keyboard.press("Enter");
  while ((await board.locator(".selected").count()) > 0) {
    await walkTo(board, board.locator(".target").first());
    await page.keyboard.press("Space");
  }
}

describe("controlled", () => {
  test("a click plays the legal move of the cell", async () => {
    const view = await viewOf("tic-tac-toe", { moves: ["1", "5"] });
    const board = await openControlled(await gameOf("tic-tac-toe"), view);
    await cell(board, "9").click();
    await cell(board, "5").click({ force: true });
    assert.deepEqual(await heard(page, "move"), [{ type: "move", move: view.legal.find(({ notation }) => notation === "9") }]);
  });

  test("a click anywhere in a column plays the move there", async () => {
    const view = await viewOf("connect-four", { moves: ["4", "4"] });
    const board = await openControlled(await gameOf("connect-four"), view);
    await cell(board, "4,6").click();
    assert.deepEqual((await heard(page, "move")).map(({ move }) => [move.column, move.row]), [[4, 3]]);
  });

  test("while editing, a click and Enter name the cell and play nothing", async () => {
    const view = await viewOf("connect-four", { moves: ["4"] });
    const board = await openControlled(await gameOf("connect-four"), { ...view, editing: true });
    await cell(board, "4,1").click();
    await page.keyboard.press("Enter");
    assert.deepEqual(await heard(page, "cell"), Array(2).fill({ type: "cell", cell: { column: 4, row: 1 } }));
    assert.deepEqual(await heard(page, "move"), []);
  });

  test("the first side is at the bottom, and the second if the board is flipped", async () => {
    const view = await viewOf("checkers", {});
    const board = await openControlled(await gameOf("checkers"), view);
    assert.equal((await keys(board.locator(".cell"))).at(-1), "1");
    await show(board, { ...view, flipped: true });
    assert.equal((await keys(board.locator(".cell"))).at(-1), "32");
  });

  test("a selection outlives a view with new scores", async () => {
    const view = await viewOf("checkers", {});
    const board = await openControlled(await gameOf("checkers"), view);
    await cell(board, "11").click();
    await show(board, { ...view, scores: [["11-15", { text: "+0.1", kind: "even", label: "+0.1 men" }]] });
    assert.deepEqual((await keys(board.locator(".target"))).sort(), ["15", "16"]);
    assert.equal(await cell(board, "15").locator(".score.on").textContent(), "+0.1");
  });

  test("each piece shows the score of its best move until it is selected", async () => {
    const view = await viewOf("checkers", {});
    /** @type {[string, Score][]} */
    const scores = ["11-15", "9-14", "11-16", "9-13"].map((move, index) => [move, { text: `−${index}`, kind: "bad", label: "bad" }]);
    const board = await openControlled(await gameOf("checkers"), { ...view, scores });
    const shown = () => board.locator(".score.on").evaluateAll((scores) =>
      Object.fromEntries(scores.map((score) => [score.closest(".cell")?.getAttribute("data-key"), score.textContent])));
    assert.deepEqual(await shown(), { 11: "−0", 9: "−1" });
    await cell(board, "9").click();
    assert.deepEqual(await shown(), { 14: "−1", 13: "−3" });
  });

  test("scores above the columns stay in place while stacks grow", async () => {
    const info = await gameOf("connect-four");
    /** @param {string[]} moves @returns {Promise<PlainView>} */
    const scored = async (moves) => {
      const view = await viewOf("connect-four", { moves });
      return { ...view, scores: view.legal.map(({ notation }) => [notation, { text: `+${moves.length}`, kind: "good", label: "good" }]) };
    };
    const board = await openControlled(info, await scored([]));
    const boxes = () => board.locator(".strip .score.on").evaluateAll((scores) => scores.map((score) => {
      const { x, y } = score.getBoundingClientRect();
      return [x, y];
    }));
    const before = await boxes();
    assert.equal(before.length, 7);
    await show(board, await scored(["4", "4"]));
    assert.deepEqual(await boxes(), before);
  });

  test("a hint shows the piece before the move", async () => {
    const view = await viewOf("checkers", {});
    const board = await openControlled(await gameOf("checkers"), view);
    const [move] = view.legal.filter(({ notation }) => notation === "9-14");
    await show(board, { ...view, hint: { move, step: "piece" } });
    assert.deepEqual([await keys(board.locator(".hint.cell")), await board.locator(".arrow").count()], [["9"], 0]);
    await show(board, { ...view, hint: { move, step: "move" } });
    assert.deepEqual([await keys(board.locator(".hint.cell")), await board.locator(".arrow.hint").count()], [["14"], 1]);
  });

  test("a hint for a column shows a region before the cell", async () => {
    const view = await viewOf("connect-four", { moves: ["4"] });
    const board = await openControlled(await gameOf("connect-four"), view);
    const [move] = view.legal.filter(({ column }) => column === 4);
    await show(board, { ...view, hint: { move, step: "piece" } });
    assert.deepEqual((await keys(board.locator(".region"))).sort(), ["3,1", "4,2", "5,1"], "where discs would land");
    await show(board, { ...view, hint: { move, step: "move" } });
    assert.deepEqual(await keys(board.locator(".hint.cell")), ["4,2"]);
  });

  test("the label of the last move is a badge and part of the cell's label", async () => {
    const view = await viewOf("tic-tac-toe", { moves: ["1", "2"] });
    const label = { kind: /** @type {const} */ ("blunder"), text: "Blunder" };
    const board = await openControlled(await gameOf("tic-tac-toe"), { ...view, last: { notation: "2", cell: 2 }, label });
    assert.equal(await cell(board, "2").locator(".badge").textContent(), "??");
    assert.equal(await cell(board, "2").getAttribute("aria-label"), "Cell 2, O, last move, Blunder");
  });

  test("an unknown game is drawn by its data", async () => {
    const info = {
      id: "towers", title: "Towers", sides: ["north", "south"],
      display: { board: "hexagons", sides: ["North", "South"], estimate: { size: 1, name: "points" } },
      board: {
        columns: 2, rows: 1, pieces: [{ owner: "north", kind: "tower" }],
        cells: [{ field: 1, x: 1, y: 1, label: "field 1" }, { field: 2, x: 2, y: 1, label: "field 2" }],
      },
    };
    const pieces = [{ field: 1, owner: "north", kind: "tower" }];
    const board = await openControlled(info, { pieces, legal: [{ notation: "pass" }, { notation: "b", field: 2 }], toMove: "south" });
    assert.equal(await board.locator(".board.grid").count(), 1);
    assert.equal(await cell(board, "1").locator("text").textContent(), "T");
    await board.getByRole("button", { name: "pass" }).click();
    await cell(board, "2").click();
    assert.deepEqual((await heard(page, "move")).map(({ move }) => move.notation), ["pass", "b"]);
  });

  test("show() before info names what it expects", async () => {
    page = await openPage(browser, sources.url, sources.url);
    const board = await putBoard(page);
    await assert.rejects(show(board, { pieces: [], legal: [] }), /expected info/);
  });
});

describe("paths", () => {
  const POSITION = "W:WK3:B7,8,15,16,24";

  test("captures that share start and end are chosen square by square", async () => {
    const board = await openControlled(await gameOf("checkers"), await viewOf("checkers", { position: POSITION }));
    await cell(board, "3").click();
    assert.deepEqual((await keys(board.locator(".target"))).sort(), ["10", "12"]);
    for (const square of ["12", "19", "10"]) await cell(board, square).click();
    assert.deepEqual((await heard(page, "move")).map(({ move }) => move.notation), ["3x12x19x10x3"]);
  });

  test("a piece is moved by drag and drop", async () => {
    const board = await openControlled(await gameOf("checkers"), await viewOf("checkers", {}));
    await cell(board, "11").dragTo(cell(board, "16"));
    assert.deepEqual((await heard(page, "move")).map(({ move }) => move.notation), ["11-16"]);
  });

  test("a piece that is dropped elsewhere returns", async () => {
    const board = await openControlled(await gameOf("checkers"), await viewOf("checkers", {}));
    await cell(board, "11").dragTo(cell(board, "10"));
    assert.deepEqual(await heard(page, "move"), []);
    assert.equal(await board.locator(".selected, .dragged").count(), 0);
  });
});

describe("typed moves", () => {
  /** Types on a board of checkers; returns the moves played and the text shown. @param {string} text @param {object} [body] */
  async function type(text, body = {}) {
    const board = await openControlled(await gameOf("checkers"), await viewOf("checkers", body));
    await board.locator('[tabindex="0"]').focus();
    await page.keyboard.type(text);
    const typed = board.locator(".typed");
    return {
      board,
      moves: (await heard(page, "move")).map(({ move }) => move.notation),
      text: (await typed.isVisible()) ? await typed.textContent() : undefined,
    };
  }

  test("a move is played when it is complete", async () => {
    assert.deepEqual((await type("11-15")).moves, ["11-15"]);
  });

  test("the other separator is understood", async () => {
    assert.deepEqual((await type("9x13")).moves, ["9-13"]);
  });

  test("a leading zero is part of a move", async () => {
    assert.equal((await type("12-0", { position: "W:W12:B1" })).text, "Move: 12-0");
  });

  test("start and end name a capture if they mean one alone", async () => {
    assert.deepEqual((await type("3-28\n", { position: "W:WK3:B7,15,24" })).moves, ["3x10x19x28"]);
  });

  test("start and end of two captures are not enough", async () => {
    const { moves, text } = await type("25-2", { position: "W:W26,25:B22,14,7,6,15,3" });
    assert.deepEqual([moves, text], [[], "25-2 is not a legal move"]);
  });

  test("the paths of one capture are one move", async () => {
    assert.deepEqual((await type("3-3", { position: "W:WK3:B7,8,15,16,24" })).moves, ["3x10x19x12x3"]);
  });

  test("blanks, and squares without separators", async () => {
    assert.deepEqual((await type("11 – 15")).moves, ["11-15"]);
    assert.deepEqual((await type("1115")).moves, ["11-15"]);
  });

  test("a text that is no move is named whole, and Enter clears it", async () => {
    const { board, moves, text } = await type("11-22");
    assert.deepEqual([moves, text], [[], "11-22 is not a legal move"]);
    await page.keyboard.press("Enter");
    await page.keyboard.type("11-15");
    assert.equal(await board.locator(".typed").isVisible(), false);
    assert.deepEqual((await heard(page, "move")).map(({ move }) => move.notation), ["11-15"]);
  });

  test("the text is shown and spoken, and Escape clears it", async () => {
    const { board, moves, text } = await type("11-");
    assert.deepEqual([moves, text, await spoken(board).textContent()], [[], "Move: 11-", "Move: 11-"]);
    await page.keyboard.press("Escape");
    assert.equal(await board.locator(".typed").isVisible(), false);
  });

  test("a view with new scores does not speak over the text", async () => {
    const { board, text } = await type("11-");
    await show(board, { ...(await viewOf("checkers", {})), scores: [] });
    assert.equal(await spoken(board).textContent(), text);
  });

  // Letters begin squares such as c3, but are keys of the page.
  for (const key of ["?", "a"]) {
    test(`the key ${key}, which begins no move, is left to the page`, async () => {
      const { board, text } = await type(key);
      assert.equal(text, undefined);
      const prevented = await board.evaluate((element, key) => {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true });
        element.shadowRoot?.querySelector(".cell")?.dispatchEvent(event);
        return event.defaultPrevented;
      }, key);
      assert.equal(prevented, false);
    });
  }
});

describe("match", () => {
  for (const game of GAMES) {
    test(`a whole game of ${game} by keyboard`, async () => {
      /** @type {Record<string, string>} */
      const seats = game === "checkers" ? { side: "both" } : { level: "1", seed: "7" };
      const board = await openMatch({ game, ...seats });
      await board.locator('[aria-disabled="false"]').first().waitFor();
      await board.locator('[tabindex="0"]').focus();
      for (;;) {
        const played = (await heard(page, "move")).length;
        await playByKeys(board);
        await page.waitForFunction((played) => window.heard.filter(({ type }) => type === "move").length > played, played);
        await page.waitForFunction(() => window.heard.some(({ type }) => type === "gameover")
          || document.querySelector("bestmove-board")?.shadowRoot?.querySelector('[aria-disabled="false"], .other-moves button'));
        if ((await heard(page, "gameover")).length > 0) break;
      }
      const moves = await heard(page, "move");
      const { outcome } = await post(game, "legal-moves", { moves: moves.at(-1)?.moves });
      assert.deepEqual((await heard(page, "gameover"))[0].outcome, outcome);
      if (game !== "checkers") assert.deepEqual([...new Set(moves.map(({ by }) => by))], ["person", "engine"]);
    });
  }

  test("a second click before the answer of the service plays nothing", async () => {
    const board = await openMatch({ game: "tic-tac-toe", side: "both" });
    await board.locator('[aria-disabled="false"]').first().waitFor();
    await board.evaluate(({ shadowRoot }) => {
      for (const key of ["1", "1", "2"]) /** @type {HTMLElement} */ (shadowRoot?.querySelector(`[data-key="${key}"]`)).click();
    });
    assert.deepEqual((await heard(page, "move")).map(({ moves }) => moves), [["1"]]);
  });

  test("the last move, the turn and the result are spoken", async () => {
    const board = await openMatch({ game: "connect-four", side: "both", moves: "4 3 4 3 4" });
    await waitForText(spoken(board), "Red: column 4, row 3. Yellow to move.");
    await board.locator('[tabindex="0"]').focus();
    for (const column of ["3", "4"]) {
      await page.keyboard.press(column);
      await waitForText(spoken(board), column === "3" ? "Red to move." : "Red wins with four in a row.");
    }
  });

  test("the words are those of the closest language", async () => {
    const board = await openMatch({ game: "checkers", side: "both", moves: "11-15", lang: "de-AT" });
    await waitForText(spoken(board), "Schwarz: 11 nach 15. Weiß ist am Zug.");
    assert.equal(await cell(board, "15").getAttribute("aria-label"), "Feld 15, Stein von Schwarz, letzter Zug");
    await board.evaluate((element) => element.setAttribute("lang", "en"));
    await waitForText(spoken(board), "Black: 11 to 15. White to move.");
  });

  for (const [lang, mustPass, passes] of [
    ["en", "Black has no move and must pass.", "Black has no move and passes. White to move."],
    ["de", "Schwarz kann nicht ziehen und muss passen.", "Schwarz kann nicht ziehen und passt. Weiß ist am Zug."],
  ]) {
    test(`a pass is spoken in the language ${lang}`, async () => {
      const board = await openMatch({ game: "reversi", side: "both", moves: "d3 c3 e6 d2 d1 e1 b3 c1", lang });
      await waitForText(spoken(board), mustPass);
      await board.locator(".other-moves .main").click();
      await waitForText(spoken(board), passes);
      assert.deepEqual((await heard(page, "move")).map(({ move }) => move.notation), ["pass"]);
    });
  }

  test("level, seed and time reach the service, and the engine plays what it answers", async () => {
    page = await openPage(browser, sources.url, sources.url);
    /** @type {object[]} */
    const requests = [];
    page.on("request", (request) => request.url().endsWith("/best-move") && requests.push(request.postDataJSON()));
    const board = await putBoard(page, { service: service.url, game: "checkers", side: "white", level: "2", seed: "5", "time-ms": "50" });
    await board.locator(".movable").first().waitFor();
    const body = { moves: [], level: 2, seed: 5, time_ms: 50 };
    assert.deepEqual(requests, [body]);
    const { best_move } = await post("checkers", "best-move", body);
    assert.deepEqual((await heard(page, "move")).map(({ by, moves }) => ({ by, moves })), [{ by: "engine", moves: [best_move] }]);
    assert.equal((await keys(board.locator(".cell"))).at(-1), "32");
  });

  test("scores of all moves are shown with sign and number", async () => {
    const board = await openMatch({ game: "connect-four", side: "both", moves: "4 4", scores: "" });
    await board.locator(".score.on").first().waitFor();
    const { lines } = await post("connect-four", "analysis", { moves: ["4", "4"], lines: "all" });
    const expected = Object.fromEntries(lines.map((/** @type {any} */ { move, score: { kind, plies } }) => [move, `${kind === "win" ? "W" : "L"}${Math.ceil(plies / 2)}`]));
    const shown = await board.locator(".strip .score.on").allTextContents();
    assert.deepEqual(Object.fromEntries(shown.map((text, index) => [String(index + 1), text])), expected);
    assert.equal((await heard(page, "analysis")).at(-1)?.analysis.game, "connect-four");
  });

  test("a refusal of the service is shown, and is an event", async () => {
    const board = await openMatch({ game: "checkers", moves: "11-99" });
    await board.getByRole("alert").waitFor();
    assert.match(await board.getByRole("alert").innerText(), /Invalid field.*11-99/);
    assert.equal((await heard(page, "problem"))[0].problem.status, 422);
  });

  for (const [lang, unknown, unreachable] of [
    ["en", 'There is no game "chess".', "The service cannot be reached."],
    ["de", "Es gibt kein Spiel „chess“.", "Der Dienst ist nicht erreichbar."],
  ]) {
    test(`an unknown game and a lost connection are explained in the language ${lang}`, async () => {
      const board = await openMatch({ game: "chess", lang });
      await board.getByRole("alert").filter({ hasText: unknown }).waitFor();
      await page.context().setOffline(true);
      await board.evaluate((element) => element.setAttribute("game", "checkers"));
      await board.getByRole("alert").filter({ hasText: unreachable }).waitFor();
      await page.context().setOffline(false);
      await board.getByRole("button").click();
      await board.locator(".movable").first().waitFor();
      assert.equal((await heard(page, "problem")).length, 2);
    });
  }

  test("the second side may have begun", async () => {
    const board = await openMatch({ game: "tic-tac-toe", position: "OO.XX.... O", side: "O" });
    await waitForText(spoken(board), "O to move.");
    await cell(board, "3").click();
    await waitForText(spoken(board), "You win with three in a row.");
    assert.deepEqual((await heard(page, "gameover")).map(({ outcome }) => outcome.winner), ["O"]);
  });

  test("an unknown side names those that are expected", async () => {
    const board = await openMatch({ game: "connect-four", side: "green" });
    await board.getByRole("alert").waitFor();
    assert.match(await board.getByRole("alert").innerText(), /side: expected one of Red, Yellow, both, none, got "green"/);
  });

  for (const name of ["level", "seed", "time-ms"]) {
    test(`a ${name} that is no number is a problem, and the board goes on once it is one`, async () => {
      const board = await openMatch({ game: "connect-four", side: "Yellow", level: "1", "time-ms": "50", [name]: "three" });
      await board.getByRole("alert").waitFor();
      assert.match(await board.getByRole("alert").innerText(), RegExp(`${name}: expected a number, got "three"`));
      assert.deepEqual(await heard(page, "move"), []);
      await board.evaluate((element, name) => element.setAttribute(name, "3"), name);
      await page.waitForFunction(() => window.heard.some(({ type }) => type === "move"));
    });
  }

  test("an invalid address of the service is a problem of the board", async () => {
    const board = await openMatch({ game: "connect-four", service: "http://[" });
    await board.getByRole("alert").waitFor();
    assert.match(await board.getByRole("alert").innerText(), /service: expected a URL, got "http:\/\/\["/);
    assert.equal((await heard(page, "problem")).length, 1);
  });

  test("a board that is moved in the document goes on with its match", async () => {
    const board = await openMatch({ game: "connect-four", side: "both", moves: "4 3 4 3 4 3" });
    const move = () => board.evaluate((element) => document.body.append(element));
    for (const key of ["5,1", "5,2", "4,4"]) {
      await board.locator('[aria-disabled="false"]').first().waitFor();
      await move();
      await cell(board, key).click();
      await page.waitForFunction((key) => window.heard.some(({ move }) => move && `${move.column},${move.row}` === key), key);
    }
    await waitForText(spoken(board), "Red wins");
    await move();
    await board.evaluate((element) => element.setAttribute("lang", "de"));
    await waitForText(spoken(board), "Rot gewinnt");
    assert.deepEqual((await heard(page, "move")).at(-1)?.moves, ["4", "3", "4", "3", "4", "3", "5", "5", "4"]);
    assert.equal((await heard(page, "gameover")).length, 1);
  });

  test("the engine moves on a board that was taken out of the document meanwhile", async () => {
    const board = await openMatch({ game: "connect-four", side: "Yellow", level: "1" });
    await board.evaluate((element) => {
      element.remove();
      document.body.append(element);
    });
    await page.waitForFunction(() => window.heard.some(({ type }) => type === "move"));
    assert.equal((await heard(page, "move")).length, 1);
  });

  test("a board that is given another game outside of the document plays that", async () => {
    const board = await openMatch({ game: "connect-four", side: "both", moves: "4" });
    await board.locator('[aria-disabled="false"]').first().waitFor();
    await board.evaluate((element) => {
      element.remove();
      element.setAttribute("game", "checkers");
      element.setAttribute("moves", "11-15");
      document.body.append(element);
    });
    await waitForText(spoken(board), "Black: 11 to 15. White to move.");
  });

  test("a match that a move listener has replaced stays stopped", async () => {
    const board = await openMatch({ game: "tic-tac-toe", level: "1" });
    await board.evaluate((element) => {
      element.addEventListener("move", () => element.setAttribute("position", "..X.O...."), { once: true });
    });
    await cell(board, "1").click();
    await board.locator('[aria-label^="Cell 5, O"]').waitFor();
    await cell(board, "9").click();
    await page.waitForFunction(() => window.heard.some(({ moves }) => moves?.length === 2));
    assert.deepEqual((await heard(page, "move")).map(({ by, moves }) => [by, moves.length]), [["person", 1], ["person", 1], ["engine", 2]]);
  });

  test("a board goes on when the browser brings its page back", async () => {
    await openMatch({ game: "checkers", side: "both", scores: "", "time-ms": "9000" });
    const analysed = () => page.waitForFunction(() => window.heard.some(({ type }) => type === "analysis"));
    await analysed();
    await page.evaluate(() => {
      addEventListener("unhandledrejection", ({ reason }) => window.heard.push({ type: String(reason) }));
      addEventListener("pagehide", () => (window.heard = []));
    });
    for (const type of ["pagehide", "pageshow"]) {
      await page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
    }
    await analysed();
    const types = await page.evaluate(() => window.heard.map(({ type }) => type));
    assert.deepEqual([...new Set(types)], ["analysis"]);
  });

  test("it works on a page of another origin", async () => {
    const board = await openMatch({ game: "tic-tac-toe", level: "1" }, {}, foreign);
    await cell(board, "5").click();
    await page.waitForFunction(() => window.heard.filter(({ type }) => type === "move").length === 2);
  });
});

describe("display", () => {
  test("a page styles the parts and sets the colours", async () => {
    const board = await openMatch({ game: "connect-four", side: "both", moves: "4", scores: "" });
    await board.locator(".score.on").first().waitFor();
    const styled = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      const parts = ["board", "cell", "piece", "score"];
      sheet.replaceSync(parts.map((part, index) => `bestmove-board::part(${part}) { order: ${index + 1} }`).join("")
        + "bestmove-board { --bestmove-plate: rgb(1, 2, 3) }");
      document.adoptedStyleSheets = [sheet];
      const root = document.querySelector("bestmove-board")?.shadowRoot;
      const found = (/** @type {string} */ part) => /** @type {Element} */ (root?.querySelector(`[part=${part}]`));
      const orders = parts.map((part) => getComputedStyle(found(part)).order);
      return [...orders, getComputedStyle(found("board")).backgroundColor];
    });
    assert.deepEqual(styled, ["1", "2", "3", "4", "rgb(1, 2, 3)"]);
  });

  for (const [reducedMotion, count] of /** @type {const} */ ([["reduce", 0], ["no-preference", 1]])) {
    test(`motion ${reducedMotion}: ${count} pieces are animated`, async () => {
      const info = await gameOf("connect-four");
      const board = await openControlled(info, await viewOf("connect-four", {}), { reducedMotion });
      const { pieces, legal, toMove } = await viewOf("connect-four", { moves: ["4"] });
      const view = { pieces, legal, toMove, last: { notation: "4", column: 4, row: 1 }, isNew: true };
      // In one call, as the animation may end before a second one arrives.
      const running = await board.evaluate((element, view) => {
        /** @type {import("../src/board.js").BestmoveBoard} */ (element).show(view);
        return element.shadowRoot?.getAnimations().length;
      }, view);
      assert.equal(running, count);
    });
  }

  test("the discs that a move flips turn over outwards from it, unless motion is reduced", async () => {
    const moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"];
    const info = await gameOf("reversi");
    const { legal } = await viewOf("reversi", { moves });
    const last = legal.find(({ notation }) => notation === "c5");
    const { pieces } = await viewOf("reversi", { moves: [...moves, "c5"] });
    const outwards = [["28", 60], ["36", 60], ["37", 120], ["38", 180], ["44", 60]];
    for (const [reducedMotion, expected] of /** @type {const} */ ([["no-preference", outwards], ["reduce", []]])) {
      const board = await openControlled(info, await viewOf("reversi", { moves }), { reducedMotion });
      const delays = await board.evaluate((element, view) => {
        /** @type {import("../src/board.js").BestmoveBoard} */ (element).show(view);
        const faces = [...element.shadowRoot?.querySelectorAll(".piece ~ .piece") ?? []];
        return faces.map((face) => [face.closest(".cell")?.getAttribute("data-key"), face.getAnimations()[0].effect?.getTiming().delay]);
      }, { pieces, legal: [], last, isNew: true });
      assert.deepEqual(delays, expected);
      await board.locator(".piece ~ .piece").first().waitFor({ state: "detached" });
      await page.close();
    }
  });

  for (const game of GAMES) {
    test(`the cells of ${game} are at least 44 px wide and high on a board of 360 px`, async () => {
      const board = await openMatch({ game });
      await board.locator(".cell").first().waitFor();
      await board.evaluate((element) => {
        element.style.width = "360px";
      });
      const box = await board.locator(".cell").first().boundingBox();
      assert.ok(box && box.width >= 44 && box.height >= 44, JSON.stringify(box));
    });
  }

  test("the sides differ by shape or lightness in greyscale", async () => {
    for (const game of GAMES) {
      const info = await gameOf(game);
      const pieces = info.sides.map((owner) => info.board.pieces.find((piece) => piece.owner === owner));
      const board = await openControlled(info, { pieces: [], legal: [] });
      const drawn = await board.evaluate(async (element, { sides, pieces, url }) => {
        const { drawPiece } = await import(`${url}/board/pieces.js`);
        return pieces.map((piece) => {
          const picture = drawPiece(piece, sides);
          element.after(picture);
          const shape = picture.innerHTML.replace(/#[0-9a-f]+|(var|light-dark)\([^"]*/g, "");
          // The second circle of a man is the face, on its edge.
          const [edge, face = edge] = picture.querySelectorAll("circle");
          const [red, green, blue] = face ? getComputedStyle(face).fill.match(/\d+/g)?.map(Number) ?? [] : [];
          return { shape, lightness: 0.21 * red + 0.72 * green + 0.07 * blue };
        });
      }, { sides: info.sides, pieces, url: sources.url });
      const [first, second] = drawn;
      if (first.shape === second.shape) assert.ok(Math.abs(first.lightness - second.lightness) > 128, JSON.stringify(drawn));
      await page.close();
    }
  });

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const game of GAMES) {
      test(`axe finds nothing in ${game}, ${colorScheme}`, async () => {
        const board = await openMatch({ game, side: "both", scores: "", "time-ms": "100" }, { colorScheme });
        await board.locator(".score.on").first().waitFor();
        assert.deepEqual(await axeViolations(page), []);
      });
    }
  }

  test("the grid has one tab stop; arrow keys, Home and End move the focus", async () => {
    const board = await openMatch({ game: "connect-four", side: "both" });
    await board.locator('[aria-disabled="false"]').first().waitFor();
    assert.equal(await board.locator('[tabindex="0"]').count(), 1);
    await page.keyboard.press("Tab");
    const visited = [];
    for (const key of ["End", "ArrowDown", "ArrowLeft", "Home", "Control+End", "Control+Home"]) {
      await page.keyboard.press(key);
      visited.push(...(await keys(focused(board))));
    }
    assert.deepEqual(visited, ["7,6", "7,5", "6,5", "1,5", "7,1", "1,6"]);
    assert.equal(await board.locator('[tabindex="0"]').count(), 1);
  });
});
