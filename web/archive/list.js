// The list of the games of a text, and what the person looks for in it.

import { button, fill, html } from "../dom.js";
import { problemText } from "../problem.js";
import { momentsIn, rowOf } from "./row.js";
import { word } from "./words.js";

/** As many rows as browsers lay out in a frame. */
const ROWS_AT_ONCE = 50;

/** A text as one looks for it: in small letters, with a hyphen for each dash or minus sign. */
const plain = (text) => text.toLowerCase().replace(/[\p{Pd}−]/gu, "-").replaceAll("1/2", "½");

export class List {
  /** The entry on the board, if it is one of the list. */
  current;
  #game;
  #name;
  /** The row that offers the review of the games. */
  #review;
  /** The records with their rows, in the order of the text. */
  #entries = [];
  /** The number of entries whose rows are in the list unless the filter leaves them out, and the timer of the others. */
  #placed = 0;
  #timer;
  /** The entry whose row is the tab stop. */
  #stop;
  /** What the person looks for, and whether only in games with a problem. */
  #filter = "";
  #isFaultyOnly = false;
  #isComplete = false;
  /** Why the rest of the text is missing. */
  #problem;
  #panel;
  #actions;

  /** @param {{choose: (entry) => void, close: () => void, change: () => void}} actions `change` is called when the
   *  person looks for something else */
  constructor(panel, actions) {
    this.#panel = panel;
    this.#actions = actions;
  }

  get length() {
    return this.#entries.length;
  }

  get entries() {
    return [...this.#entries];
  }

  /** Begins another list. */
  begin(game, name, review) {
    this.clear();
    this.#game = game;
    this.#name = name;
    this.#review = review;
    this.#filter = "";
    this.#isComplete = this.#isFaultyOnly = false;
    this.#problem = undefined;
    this.build();
  }

  add(record) {
    const entry = { record, row: html("li") };
    this.#entries.push(entry);
    this.#prepare(entry);
    this.#timer ??= setTimeout(() => this.#place());
  }

  /** Says that all games are in the list, or which `problem` keeps the others away. */
  end(problem) {
    this.#isComplete = true;
    this.#problem = problem;
    this.#place();
    this.#showCount();
  }

  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#entries = [];
    this.#placed = 0;
    this.#stop = undefined;
    this.setCurrent(undefined);
    this.#panel.replaceChildren();
  }

  /** Builds the panel and its rows. */
  build() {
    const filter = html("input", {
      id: "archive-filter", type: "search", value: this.#filter, placeholder: word("filter_games"), autocomplete: "off", spellcheck: false,
    });
    filter.addEventListener("input", () => this.#setFilter(filter.value));
    fill(this.#panel,
      html("h2", {}, this.#name),
      html("div", { className: "row" },
        html("label", { htmlFor: "archive-filter", className: "visually-hidden" }, word("filter_games")),
        filter,
        button(word("close_list"), this.#actions.close, { id: "close-archive" })),
      html("div", { id: "archive-count", className: "row" },
        html("p", { role: "status", className: "faint" }),
        html("button", { type: "button", id: "faulty", onclick: () => this.#toggleFaulty() })),
      this.#review,
      html("p", { className: "field-problem", role: "alert" }),
      html("ol", { className: "archive", ariaLabel: word("archive"), onkeydown: (event) => this.#moveFocus(event) }));
    this.#entries.forEach((entry) => this.#prepare(entry));
    this.#placeAll();
    if (this.current) this.setCurrent(this.current);
    this.#showCount();
  }

  /** Marks the entry that is on the board; undefined: none is. */
  setCurrent(entry) {
    this.current?.button.removeAttribute("aria-current");
    this.current = entry;
    if (entry) {
      entry.button.ariaCurrent = "true";
      if (entry.isShown) this.#bringIntoSight(entry);
    }
    this.#actions.change();
  }

  /** The game that can be shown after the current one, or by -1 before it, among those that pass the filter. */
  neighbour(by) {
    const at = this.#entries.indexOf(this.current);
    if (at < 0) return undefined;
    const way = by > 0 ? this.#entries.slice(at + 1) : this.#entries.slice(0, at).reverse();
    return way.find(({ isShown, record }) => isShown && record.start !== null);
  }

  get #list() {
    return this.#panel.querySelector("ol");
  }

  /** The entries that pass the filter. */
  get #shown() {
    return this.#entries.filter(({ isShown }) => isShown);
  }

  /** Shows the review of the game of an entry. */
  showReview(entry) {
    const hadFocus = entry.row.contains(document.activeElement);
    this.#prepare(entry);
    if (entry === this.#stop) this.#setStop(entry);
    if (entry === this.current) entry.button.ariaCurrent = "true";
    if (hadFocus) entry.button.focus({ preventScroll: true });
  }

  /** Fills the row of an entry. */
  #prepare(entry) {
    const choose = (ply) => this.#actions.choose(entry, ply);
    entry.button = html("button", { type: "button", tabIndex: -1, onclick: () => choose() }, ...rowOf(entry, this.#game));
    entry.row.replaceChildren(entry.button, ...momentsIn(entry, this.#game, choose));
    entry.text = plain(entry.row.textContent);
    entry.isShown = this.#isMatch(entry);
  }

  /** Puts the rows that pass the filter into the list, in place of those before. */
  #placeAll() {
    this.#placed = 0;
    this.#list.replaceChildren();
    this.#place();
    this.#setStop(this.current?.isShown ? this.current : this.#entries.find(({ isShown }) => isShown));
  }

  /** Puts the next rows into the list, and the others while the page is drawn. */
  #place() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const next = [];
    while (this.#placed < this.length && next.length < ROWS_AT_ONCE) {
      const entry = this.#entries[this.#placed++];
      if (entry.isShown) next.push(entry);
    }
    this.#list.append(...next.map(({ row }) => row));
    if (!this.#stop && next.length > 0) this.#setStop(next[0]);
    if (this.#placed < this.length) this.#timer = setTimeout(() => this.#place());
  }

  #isMatch({ record, text }) {
    const words = plain(this.#filter).split(/\s+/);
    return (!this.#isFaultyOnly || record.problem) && words.every((part) => text.includes(part));
  }

  #setFilter(text) {
    this.#filter = text;
    for (const entry of this.#entries) entry.isShown = this.#isMatch(entry);
    this.#placeAll();
    this.#showCount();
    this.#actions.change();
  }

  #toggleFaulty() {
    this.#isFaultyOnly = !this.#isFaultyOnly;
    this.#setFilter(this.#filter);
  }

  /** Says how many games there are, once all are read, and how many of them have a problem. */
  #showCount() {
    const [status, faulty] = this.#panel.querySelector("#archive-count").children;
    const [all, shown] = [this.length, this.#shown.length];
    status.textContent = !this.#isComplete ? word("reading_games") : shown < all ? word("games_shown", shown, all) : word("games_read", all);
    const problems = this.#entries.filter(({ record }) => record.problem).length;
    faulty.hidden = problems === 0;
    faulty.textContent = word("with_problem", problems);
    faulty.ariaPressed = String(this.#isFaultyOnly);
    this.#panel.querySelector("[role=alert]").textContent = this.#problem ? problemText(this.#problem) : "";
  }

  /** Makes an entry the tab stop, and scrolls the list to it. */
  #bringIntoSight(entry) {
    this.#setStop(entry);
    const { row } = entry;
    const { scrollTop, clientHeight } = this.#list;
    const isInSight = row.offsetTop >= scrollTop && row.offsetTop + row.offsetHeight <= scrollTop + clientHeight;
    if (!isInSight) this.#list.scrollTop = row.offsetTop - clientHeight / 3;
  }

  /** Makes the row of an entry the tab stop. */
  #setStop(entry) {
    const buttonsOf = ({ row }) => [...row.querySelectorAll("button")];
    if (this.#stop) buttonsOf(this.#stop).forEach((stop) => { stop.tabIndex = -1; });
    this.#stop = entry;
    if (!entry) return;
    buttonsOf(entry).forEach((stop) => { stop.tabIndex = 0; });
    while (!entry.row.isConnected && this.#placed < this.length) this.#place();
  }

  /** Arrow keys, Home and End move the focus among the rows. */
  #moveFocus(event) {
    const steps = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
    const shown = this.#shown;
    const at = shown.findIndex((entry) => entry.button === document.activeElement);
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = shown[Math.min(Math.max(at + steps[event.key], 0), shown.length - 1)];
    this.#setStop(next);
    next.button.focus();
  }
}
