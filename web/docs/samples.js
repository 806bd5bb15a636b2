// A request as a sample: a command of curl, and programs in JavaScript and Python without any library.

import { button, html } from "../dom.js";

/** The writer of samples of each language. */
const LANGUAGES = { curl, JavaScript: javaScript, Python: python };

/** The language of all samples on the page, and what shows it. */
let language = "curl";
const shown = [];

function choose(name) {
  language = name;
  for (const show of shown) show();
}

/** A view of the request that `request` returns, in the chosen language; `update` writes it anew. */
export function samples(request) {
  const text = html("pre", { className: "sample", tabIndex: 0, ariaLabel: "The request as a sample" });
  const choices = Object.keys(LANGUAGES).map((name) => button(name, () => choose(name)));
  const copy = button("Copy", () => navigator.clipboard.writeText(text.textContent), { className: "copy" });
  const update = () => {
    text.textContent = LANGUAGES[language](request());
    for (const choice of choices) choice.ariaPressed = String(choice.textContent === language);
  };
  shown.push(update);
  const view = html("div", { className: "samples" },
    html("div", { className: "row", role: "group", ariaLabel: "Language of the samples" }, ...choices, copy), text);
  return { view, update };
}

function curl({ url, method, headers, body, answer, isStream }) {
  const flags = `${isStream ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}`;
  const parts = [`curl ${flags}${shellQuoted(url)}${/gzip|png/.test(answer) ? ` -o answer.${answer}` : ""}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-raw ${shellQuoted(compact(body))}`);
  return parts.join(" \\\n  ");
}

/** A word of a shell. */
const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function javaScript({ url, method, headers, body, answer, isStream }) {
  const options = [
    method === "GET" ? "" : `  method: ${quoted(method)},\n`,
    Object.keys(headers).length > 0 ? `  headers: ${literal(headers, JSON_WORDS, "  ")},\n` : "",
    body === undefined ? "" : `  body: ${isJson(body) ? `JSON.stringify(${literal(JSON.parse(body), JSON_WORDS, "  ")})` : quoted(body)},\n`,
  ].join("");
  const call = `const response = await fetch(${quoted(url)}${options && `, {\n${options}}`});\n`;
  if (isStream) {
    const parts = "response.body.pipeThrough(new TextDecoderStream())";
    return `${call}for await (const text of ${parts}) {\n  console.log(text);\n}`;
  }
  const read = { json: "await response.json()", text: "await response.text()" };
  return `${call}console.log(${read[answer] ?? "response.status"});`;
}

function python({ url, method, headers, body, answer, isStream }) {
  const json = isJson(body);
  const imports = `${json || answer === "json" ? "import json\n" : ""}from urllib.request import Request, urlopen\n`;
  const given = body === undefined ? "" : `body = ${json ? literal(JSON.parse(body), PYTHON_WORDS) : quoted(body)}\n`;
  const parts = [
    quoted(url),
    ...(given ? [json ? "data=json.dumps(body).encode()" : "data=body.encode()"] : []),
    ...(Object.keys(headers).length > 0 ? [`headers=${literal(headers, PYTHON_WORDS, "    ")}`] : []),
    ...(method === "GET" ? [] : [`method=${quoted(method)}`]),
  ];
  const request = parts.length > 1 ? `Request(\n${parts.map((part) => `    ${part},\n`).join("")})` : `Request(${parts[0]})`;
  const save = `open("answer.${answer}", "wb").write(response.read())`;
  const read = { json: "json.load(response)", text: "response.read().decode()", gzip: save, png: save };
  const print = isStream
    ? `    for line in response:\n        print(line.decode(), end="")`
    : `    print(${read[answer] ?? "response.status"})`;
  return `${imports}\n${given}request = ${request}\nwith urlopen(request) as response:\n${print}`;
}

const JSON_WORDS = { true: "true", false: "false", null: "null" };
const PYTHON_WORDS = { true: "True", false: "False", null: "None" };
const WIDTH = 72;

/** A string literal, the same in JavaScript and Python. */
const quoted = JSON.stringify;

/** A value of JSON in a language, on one line if that is short. */
function literal(value, words, indent = "") {
  if (typeof value === "string" || typeof value === "number") return quoted(value);
  if (value === null || typeof value === "boolean") return words[value];
  const isList = Array.isArray(value);
  const items = (inner) => (isList
    ? value.map((item) => literal(item, words, inner))
    : Object.entries(value).map(([key, item]) => `${quoted(key)}: ${literal(item, words, inner)}`));
  const [open, close] = isList ? "[]" : "{}";
  const line = open + items(indent).join(", ") + close;
  if (line.length <= WIDTH && !line.includes("\n")) return line;
  const inner = `${indent}  `;
  return `${open}\n${items(inner).map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

/** A body on one line, if it is JSON. */
const compact = (body) => (isJson(body) ? quoted(JSON.parse(body)) : body);

function isJson(body) {
  try {
    return JSON.parse(body) instanceof Object;
  } catch {
    return false;
  }
}
