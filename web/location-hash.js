// A game in the fragment of the page's URL, for sharing and bookmarks:
// #checkers/11-15,23-19(22-18,15x22),8-11{a comment}?at=4.1.2&level=3&seed=7&flipped
//
// A variation follows in parentheses the move that it replaces, as in PGN and PDN. The place is that after
// four plies along the main moves, then the variation 1, then two plies along its main moves.

import { Node } from "./game-tree.js";
import * as settings from "./settings.js";

/** The level of full strength. */
export const FULL_STRENGTH = 10;

/** The tags of a loaded game that its URL keeps. */
const TAGS = ["Event", "Date", "Black", "White", "Result"];

/** The longest fragment with tags and comments: programs cut off or refuse longer URLs. */
const MAX_LENGTH = 2000;

/** The fragment that a link with a query stands for: `/?game=connect-four&moves=4,4` is `/#connect-four/4,4`. */
function fragmentOfQuery() {
  const parameters = new URLSearchParams(location.search);
  const [id, moves] = ["game", "moves"].map((name) => parameters.get(name));
  if (!id) return "";
  ["game", "moves"].forEach((name) => parameters.delete(name));
  return `#${id}${moves ? `/${moves}` : ""}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

/** The game's ID, the tree, the place in it and the settings in the fragment, if they are there. Without a fragment, the
 *  person goes on with their own last game. */
export function read() {
  const given = location.hash || fragmentOfQuery();
  const [path, query] = splitOnce((given || settings.get("last")).slice(1), "?");
  const [id, moves] = splitOnce(decoded(path), "/");
  const parameters = new URLSearchParams(query);
  const root = readMoves(moves);
  const at = parameters.get("at");
  const start = parameters.get("position") ?? undefined;
  return {
    id,
    root,
    isOwn: !given,
    node: at === null ? root.end : readPlace(root, at),
    start,
    isStarted: root.children.length > 0 || start !== undefined,
    seat: parameters.get("seat") ?? undefined,
    flipped: parameters.has("flipped"),
    level: wholeNumber(parameters.get("level"), 1, FULL_STRENGTH),
    seed: wholeNumber(parameters.get("seed"), 0, Number.MAX_SAFE_INTEGER),
    tags: TAGS.filter((name) => parameters.has(name)).map((name) => ({ name, value: parameters.get(name) })),
  };
}

/** The fragment of a game, with its tags and comments as long as it is short. */
export function fragmentOf(session) {
  const whole = write(session, session.tagsOf(session.root.end), ({ move = "", comment }) =>
    (comment ? `${move}{${encodeURIComponent(comment)}}` : move));
  return whole.length <= MAX_LENGTH ? whole : write(session, [], ({ move = "" }) => move);
}

function write({ game, root, node, start, seat, flipped, level, seed }, tags, writeMove) {
  const moves = writeMove(root) + writeMoves(root, writeMove);
  const parameters = new URLSearchParams();
  if (start) parameters.set("position", start);
  if (node !== root.end) parameters.set("at", writePlace(node));
  if (seat !== game.sides[0]) parameters.set("seat", seat);
  if (level !== FULL_STRENGTH || !(moves || start)) parameters.set("level", level);
  if (level !== FULL_STRENGTH) parameters.set("seed", seed);
  for (const { name, value } of tags) {
    if (TAGS.includes(name)) parameters.set(name, value);
  }
  const query = parameters.toString() + (flipped ? `${parameters.size > 0 ? "&" : ""}flipped` : "");
  return `#${game.id}${moves && `/${moves}`}${query && `?${query}`}`;
}

/**
 * A link to the game. Its query says the position on the board, so that the service can describe it to programs that preview
 * links; a fragment has what the query has no room for: moves after the position, variations, comments.
 */
export function link(session) {
  const fragment = fragmentOf(session);
  const [path, query] = splitOnce(fragment.slice(1), "?");
  const line = session.node.moves.join();
  const isWhole = splitOnce(path, "/")[1] === line;
  const { start, flipped } = session;
  const shown = [...(start ? [["position", start]] : []), ...(flipped ? [["flipped", ""]] : [])];
  const parameters = new URLSearchParams([
    ["game", session.game.id], ...(line ? [["moves", line]] : []), ...(isWhole ? new URLSearchParams(query) : shown),
  ]);
  return `${location.origin}/?${String(parameters).replaceAll("%2C", ",")}${isWhole ? "" : fragment}`;
}

/** Puts a game into the URL: as a new entry of the history, or in place of the current one. The state of
 *  an entry is the ID of its session. */
export function update(session, isNewEntry) {
  const fragment = fragmentOf(session);
  const isSame = location.hash === fragment && !location.search;
  if (isSame && history.state === session.id) return;
  if (isNewEntry && !isSame) history.pushState(session.id, "", location.pathname + fragment);
  else history.replaceState(session.id, "", location.pathname + fragment);
}

/** Some programs encode a copied URL. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of `text` before and after the first `sign`. */
function splitOnce(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function wholeNumber(text, least, most) {
  const number = Number(text ?? NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

/** The moves after `node` as text; `write` makes that of a single move. */
function writeMoves(node, write) {
  const parts = [];
  for (let at = node; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => `(${[write(other), writeMoves(other, write)].filter(Boolean).join()})`);
    parts.push(write(main) + variations.join(""));
  }
  return parts.join();
}

/** The start of the tree that `text` describes. Signs without a partner are skipped. */
function readMoves(text) {
  const root = new Node();
  const open = [];
  let node = root;
  for (const token of text.match(/{[^}]*}|[^,(){]+|[()]/g) ?? []) {
    if (token[0] === "{") {
      node.comment = token.slice(1, -1);
    } else if (token === "(") {
      open.push(node);
      node = node.parent ?? node;
    } else if (token === ")") {
      node = open.pop() ?? node;
    } else {
      node = node.play(token);
    }
  }
  return root;
}

/** The place of `node` in its tree as text. */
function writePlace(node) {
  const parts = [0];
  for (const { isMain, parent, move } of node.line) {
    if (isMain) parts[parts.length - 1]++;
    else parts.push(parent.children.findIndex((child) => child.move === move), 0);
  }
  return parts.join(".");
}

/** The node at a place, as far as the tree has it. */
function readPlace(root, text) {
  let node = root;
  text.split(".").forEach((part, index) => {
    const isVariation = index % 2 === 1;
    if (isVariation) node = node.children[part] ?? node;
    else for (let left = Number(part); left > 0 && node.children.length > 0; left--) node = node.children[0];
  });
  return node;
}
