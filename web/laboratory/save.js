// The picture of the step on show as a file: the service draws it, and the page puts its own words and names in place of
// the English ones.

import { html, svg } from "/board/dom.js";
import { word } from "./words.js";

/** The width of a letter of the caption, and the height of its lines. */
const LETTER = 6.2;
const LINE = 17;
const MARGIN = 20;
/** The room for a word of the legend, by its place there. */
const ROOM = [40, 36, 80, 52, 58, 58, 60];
const PAPER = "#ffffff";

/** Saves a text or a blob as a file. */
export function save(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A picture of the service in the words of the page. @param {import("./stage.js").Stage} stage */
export function told(text, stage) {
  if (!isOther(stage)) return text;
  const root = parsed(text);
  for (const { element, x, y, size, content, room } of labels(root, stage)) {
    const changed = element ?? svg("text", { x, y, "font-size": size });
    changed.textContent = content;
    // A longer word is set closer.
    if (room && content.length * LETTER > room) for (const [name, value] of [["textLength", room], ["lengthAdjust", "spacingAndGlyphs"]]) changed.setAttribute(name, value);
    if (!element) root.querySelector(".nodes").append(changed);
  }
  root.querySelector("title").textContent = document.getElementById("stage-title").textContent;
  root.querySelector("desc").textContent = stage.caption;
  for (const title of root.querySelectorAll(".cut title")) title.remove();
  for (const node of root.querySelectorAll(".node")) node.querySelector("title").textContent = stage.titleOf(node.dataset.path);
  return new XMLSerializer().serializeToString(root);
}

/** The same as PNG, twice as large. @param {string} url of the picture @param {string} text its SVG */
export async function png(url, text, stage) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = html("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.scale(2, 2);
  if (isOther(stage)) for (const label of labels(parsed(text), stage)) paint(context, label);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
}

/** Whether the words of the page are not those of the service. */
const isOther = ({ name }) => document.documentElement.lang !== "en" || Boolean(name.isLetters);

const parsed = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

/** The texts of a picture that the page has other words for: those of the service, in `element`, and its own. */
function labels(root, stage) {
  const { max, min, chance, ...others } = word("legend");
  const words = ["Max", "Min", ...["open", "finished", "left-out", "on-line", "cut"].map((name) => plain(others[name])), plain(chance)];
  const legend = [...root.querySelectorAll(".legend text")].map((element, at) => ({ element, content: words[at], room: ROOM[at], size: 11 }));
  return [...caption(root, stage), ...legend, ...names(root, stage)]
    .map((label) => ({ x: Number(label.element?.getAttribute("x") ?? label.x), y: Number(label.element?.getAttribute("y") ?? label.y), ...label, old: label.element?.textContent }));
}

/** A word of the legend without the sign before it. */
const plain = (text) => text.replace(/^\W+ (?=\p{L})/u, "");

/** The lines of the caption; there is room for three. */
function caption(root, stage) {
  const group = root.querySelector(".caption");
  const [first, ...rest] = group.children;
  const lines = wrapped(stage.caption, (Number(root.getAttribute("width")) - 2 * MARGIN) / LETTER);
  const top = Number(first.getAttribute("y"));
  const more = lines.slice(1).map((content, at) => ({ content, element: rest[at] ?? group.appendChild(svg("text", { x: MARGIN, y: top + LINE * (at + 1) })), size: 12 }));
  const left = rest.slice(lines.length - 1).map((element) => ({ element, content: "", size: 12 }));
  return [{ element: first, content: lines[0], size: 12 }, ...more, ...left];
}

function wrapped(text, letters) {
  const lines = [""];
  for (const part of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + 1 + part.length > letters) lines.push(part);
    else lines[lines.length - 1] += (lines.at(-1) ? " " : "") + part;
  }
  return lines;
}

/** The letters of inner nodes, in the empty corner beside the shape. */
function names(root, { name }) {
  if (!name.isLetters) return [];
  return [...root.querySelectorAll(".node:is(.max, .min)")].map((node) => {
    const numbers = node.querySelector("path").getAttribute("d").match(/-?[\d.]+/g).map(Number);
    const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd));
    const isMax = node.classList.contains("max");
    return { content: name(node.dataset.path), size: 11, x: (Math.min(...xs) + Math.max(...xs)) / 2 + 16, y: isMax ? Math.min(...ys) + 10 : Math.max(...ys) };
  });
}

/** Paints a text over that of the service. */
function paint(context, { x, y, size, old, content, room }) {
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = old === undefined ? "center" : "left";
  context.fillStyle = PAPER;
  if (old) context.fillRect(x - 1, y - size, context.measureText(old).width + 6, size + 4);
  context.fillStyle = "#1f2328";
  context.fillText(content, x, y, room);
}
