// The panel for games in and out: link, text in every notation, files, embedding, the editor.

import { button, fill, html } from "./dom.js";
import { textOf } from "./texts.js";
import { FULL_STRENGTH, link } from "./location-hash.js";
import { problemText } from "./problem.js";
import { Latest, writeGame, writeRecord } from "./service.js";
import { NEITHER } from "./session.js";
import { term, word } from "./words.js";

/** The most characters of a text in the field: browsers lay out longer ones slowly. */
const MAX_FIELD = 20_000;

export class SharePanel {
  #panel;
  #session;
  #actions;
  #notation;
  #texts = {};
  #writing = new Latest();
  #shown;

  /** @param {{load: (text: string, name?: string) => Promise<void>, edit: () => void}} actions of the page */
  constructor(panel, session, actions) {
    this.#panel = panel;
    this.#session = session;
    this.#actions = actions;
  }

  /** Builds the panel anew, after a change of language. */
  build() {
    const { load, edit } = this.#actions;
    const value = this.#at("import")?.value ?? "";
    const text = html("textarea", { id: "import", value, rows: 4, spellcheck: false, "aria-describedby": "import-problem" });
    const file = html("input", { type: "file", id: "file", accept: ".pdn,.txt,text/plain", className: "visually-hidden" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) await this.receiveFile(chosen);
      file.value = "";
    });
    fill(this.#panel,
      html("h2", {}, word("export")),
      html("div", { className: "row" },
        button(word("copy_link"), ({ target }) => copy(target, link(this.#session)), { id: "copy-link" }),
        button(word("copy_embed"), ({ target }) => copy(target, this.#embedCode()), { id: "copy-embed" })),
      html("label", {}, `${word("notation")} `, html("select", { id: "notation", onchange: () => this.#choose() })),
      html("textarea", { id: "export", rows: 4, readOnly: true, ariaLabel: word("export") }),
      html("div", { className: "row" },
        button(word("copy"), ({ target }) => copy(target, this.#text), { id: "copy-text" }),
        button(word("download"), () => this.#download(), { id: "download" })),
      html("h2", {}, word("import")),
      html("label", { htmlFor: "import", className: "faint" }, word("import_explained")),
      text,
      html("p", { id: "import-problem", className: "field-problem", role: "alert" }),
      html("div", { className: "row" },
        button(word("load"), () => load(text.value), { id: "load", className: "main" }),
        html("label", { className: "file" }, file, html("span", {}, word("open_file"))),
        button(word("edit_position"), edit, { id: "edit" })));
    this.#shown = undefined;
    this.show();
  }

  /** Puts a text into the import field, unless it is long, and loads it. */
  receive(text, name) {
    this.#at("import").value = text.length <= MAX_FIELD ? text : "";
    return this.#actions.load(text, name);
  }

  /** Loads the games of a file. */
  async receiveFile(file) {
    const text = await textOf(file);
    if (text === undefined) this.showProblem(word("file_too_long", file.name));
    else await this.receive(text, file.name);
  }

  /** Shows why a text cannot be loaded; nothing: no problem. */
  showProblem(text = "") {
    this.#at("import-problem").textContent = text;
    this.#at("import").ariaInvalid = String(text !== "");
    if (text) this.#at("import-problem").scrollIntoView({ block: "nearest" });
  }

  /** Writes the line on the board to its end, and the position shown, if they have changed. */
  async show() {
    if (!this.#session.game) return;
    const { id, place, node: { end } } = this.#session;
    const whole = this.#session.placeOf(end);
    const key = JSON.stringify([id, place, whole]);
    if (this.#panel.hidden || key === this.#shown) return;
    this.#shown = key;
    const problem = await this.#writing.run(async (signal) => {
      const [here, game] = await Promise.all([
        writeGame(place, signal), writeRecord(whole, end, this.#session.tagsOf(end), signal),
      ]);
      signal.throwIfAborted();
      this.#texts = { ...game.games[0].texts, ...positionsOf(here.games[0].texts) };
      this.#showNotations();
    });
    if (!problem) return;
    this.#shown = undefined;
    this.#texts = {};
    this.#at("export").value = problemText(problem);
  }

  #showNotations() {
    const names = Object.keys(this.#texts);
    if (!names.includes(this.#notation)) this.#notation = names.at(-1);
    const select = this.#at("notation");
    select.replaceChildren(...names.map((name) =>
      html("option", { value: name, selected: name === this.#notation }, term("notations", name))));
    this.#at("export").value = this.#text;
  }

  #choose() {
    this.#notation = this.#at("notation").value;
    this.#at("export").value = this.#text;
  }

  get #text() {
    return this.#texts[this.#notation] ?? "";
  }

  #at(id) {
    return this.#panel.querySelector(`#${id}`);
  }

  #download() {
    const url = URL.createObjectURL(new Blob([this.#text], { type: "text/plain" }));
    const name = `${this.#session.game.id}.${this.#notation === "pdn" ? "pdn" : "txt"}`;
    html("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  /** The HTML that shows this game in another page. There, the person's side is at the bottom unless `flipped`. */
  #embedCode() {
    const { game, start, node, seat, level, seed, flipped } = this.#session;
    const parameters = new URLSearchParams();
    if (start) parameters.set("position", start);
    if (node.parent) parameters.set("moves", node.moves.join(","));
    if (level !== FULL_STRENGTH) {
      parameters.set("level", level);
      parameters.set("seed", seed);
    }
    if (seat !== game.sides[0]) parameters.set("side", seat === NEITHER ? "none" : seat);
    if (flipped !== (seat === game.sides[1])) parameters.set("flipped", "");
    const query = parameters.size > 0 ? `?${parameters}` : "";
    return `<iframe src="${location.origin}/embed/${game.id}${query}" width="400" height="460" title="${game.title}"></iframe>`;
  }
}

/** Notations of a position; the others are of the line on the board. */
const POSITIONS = ["board", "fen"];

const positionsOf = (texts) => Object.fromEntries(POSITIONS.filter((name) => name in texts).map((name) => [name, texts[name]]));

/** Copies a text, and says so on the button for a moment. */
async function copy(target, text) {
  const label = (target.dataset.text ??= target.textContent);
  try {
    await navigator.clipboard.writeText(text);
    target.textContent = word("copied");
  } catch {
    target.textContent = word("copy_refused");
  }
  setTimeout(() => (target.textContent = label), 1500);
}
