// A form that sends a request and shows its answer as it arrives.

import { button, html } from "../dom.js";

/** The API key, shared by all forms. It is kept nowhere else. */
let key = "";

/** Shows the key, for each form. */
const showKey = [];

function setKey(text) {
  key = text;
  for (const show of showKey) show();
}

/** A form for an operation. */
export function tryIt(operation, resolve) {
  const { method, parameters, body } = operation;
  const fields = parameters.filter((parameter) => parameter.in !== "header").map((parameter) => field(parameter, resolve));
  const examples = Object.entries(body?.[1].examples ?? {}).map(([name, example]) => ({ ...resolve(example), name }));
  const text = body && html("textarea", { rows: 6, spellcheck: false, ariaLabel: "Body", value: pretty(examples[0]?.value ?? {}) });
  const answer = html("pre", { className: "answer", tabIndex: 0, hidden: true, ariaLabel: "Answer", ariaLive: "polite" });
  const curl = html("pre", { className: "curl", tabIndex: 0, ariaLabel: "The request with curl" });
  const stop = button("Stop", () => running?.abort(), { hidden: true });
  let running;

  const request = () => requestOf(operation, fields, text?.value);
  const showCurl = () => { curl.textContent = curlOf(request()); };

  async function send(event) {
    event.preventDefault();
    running?.abort();
    const own = running = new AbortController();
    answer.hidden = stop.hidden = false;
    try {
      await show(request(), answer, own.signal);
    } catch (error) {
      answer.textContent += own.signal.aborted ? "\n(stopped)" : `\n${error.message}`;
    } finally {
      if (running === own) stop.hidden = true;
    }
  }

  const keyField = html("input", { type: "password", autocomplete: "off", oninput: () => setKey(keyField.value) });
  showKey.push(() => {
    keyField.value = key;
    showCurl();
  });
  const form = html("form", { onsubmit: send, oninput: showCurl },
    ...fields.map(({ label }) => label),
    examples.length > 1 ? exampleChoice(examples, fields, text, showCurl) : undefined,
    text,
    html("label", {}, "API key, if the service needs one", keyField),
    html("div", { className: "row" }, html("button", { type: "submit", className: "main" }, `Send ${method}`), stop),
    curl,
    answer);
  showCurl();
  return html("details", { className: "try" }, html("summary", {}, "Try it"), form);
}

/** A field for a parameter in the path or the query. */
function field({ name, in: place, required = false, schema, example, description }, resolve) {
  const { enum: values, type } = resolve(schema);
  const value = place === "path" ? (example ?? values?.[0] ?? "") : "";
  const input = values
    ? html("select", { required }, ...(required ? [] : [""]).concat(values).map((option) => html("option", {}, option)))
    : html("input", { type: type === "integer" ? "number" : "text", required, value });
  return { name, place, input, label: html("label", { title: description?.trim() ?? "" }, name, input) };
}

/** A choice of bodies. An example with the name of a game is one of that game. */
function exampleChoice(examples, fields, text, onchange) {
  const games = fields.find(({ name }) => name === "game")?.input;
  const choose = ({ target }) => {
    const { name, value } = examples[target.selectedIndex];
    text.value = pretty(value);
    if ([...(games?.options ?? [])].some((option) => option.value === name)) games.value = name;
    onchange();
  };
  return html("label", {}, "Example", html("select", { onchange: choose }, ...examples.map(({ summary }) => html("option", {}, summary))));
}

function requestOf({ path, method }, fields, body) {
  const given = fields.filter(({ input }) => input.value !== "");
  const ofPath = given.filter(({ place }) => place === "path");
  const filled = ofPath.reduce((url, { name, input }) => url.replace(`{${name}}`, encodeURIComponent(input.value)), path);
  const query = new URLSearchParams(given.filter(({ place }) => place === "query").map(({ name, input }) => [name, input.value]));
  const headers = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(key ? { authorization: `Bearer ${key}` } : {}) };
  return { url: filled + (query.size > 0 ? `?${query}` : ""), method, headers, body };
}

/** Sends a request, and writes status, headers and body as they arrive. */
async function show({ url, ...options }, answer, signal) {
  answer.textContent = "…";
  const response = await fetch(url, { ...options, signal });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const head = `${response.status}\n${headers}\n\n`;
  const isJson = /\bjson$/.test(response.headers.get("content-type")?.split(";")[0] ?? "") && !url.includes("stream");
  if (isJson) {
    answer.textContent = head + pretty(await response.json());
    return;
  }
  answer.textContent = head;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) answer.append(part.value);
}

function curlOf({ url, method, headers, body }) {
  const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}'${new URL(url, location.origin)}'`];
  for (const name of Object.keys(headers)) parts.push(`-H '${name}: ${name === "authorization" ? "Bearer KEY" : headers[name]}'`);
  if (body !== undefined) parts.push(`-d '${compact(body).replaceAll("'", "'\\''")}'`);
  return parts.join(" \\\n  ");
}

const pretty = (value) => JSON.stringify(value, undefined, 2);

/** A body on one line, if it is JSON. */
function compact(body) {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
