// A form that sends a request and shows its answer as it arrives, and the request as a sample.

import { button, html } from "../dom.js";
import { samples } from "./samples.js";

/** The API key, shared by all forms. It is kept nowhere else. */
let key = "";

/** Shows the key, for each form. */
const showKey = [];

function setKey(text) {
  key = text;
  for (const show of showKey) show();
}

/** Samples of an operation, and the form that they follow. */
export function tryIt(operation, resolve) {
  const { method, parameters, bodies } = operation;
  const fields = parameters.filter((parameter) => parameter.in !== "header").map((parameter) => field(parameter, resolve));
  const examples = bodies.flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, example]) => ({ ...resolve(example), name, type })));
  const text = bodies.length > 0 ? html("textarea", { rows: 6, spellcheck: false, ariaLabel: "Body" }) : undefined;
  const answer = html("pre", { className: "answer", tabIndex: 0, hidden: true, ariaLabel: "Answer", ariaLive: "polite" });
  const stop = button("Stop", () => running?.abort(), { hidden: true });
  let running, type;
  const request = () => requestOf(operation, fields, text && { type, text: text.value });
  const { view, update } = samples(() => sampleOf(request(), needsKey(operation)));
  // An example with the name of a game is one of that game.
  const use = (example) => {
    text.value = pretty(example.value);
    type = example.type;
    const game = fields.find(({ name }) => name === "game")?.input;
    if ([...(game?.options ?? [])].some((option) => option.value === example.name)) game.value = example.name;
  };
  if (text) use(examples[0]);

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
    update();
  });
  const form = html("form", { onsubmit: send, oninput: update },
    ...fields.map(({ label }) => label),
    examples.length > 1 ? exampleChoice(examples, (example) => { use(example); update(); }) : undefined,
    text,
    html("label", {}, "API key, if the service needs one", keyField),
    html("div", { className: "row" }, html("button", { type: "submit", className: "main" }, `Send ${method}`), stop),
    answer);
  update();
  return [html("h3", {}, "Sample"), view, html("details", { className: "try" }, html("summary", {}, "Try it"), form)];
}

/** A field for a parameter in the path or the query, filled with its example. */
function field({ name, in: place, required = false, schema, example = "", description }, resolve) {
  const { enum: values, type } = resolve(schema);
  const input = values
    ? html("select", { required }, ...(required ? [] : [""]).concat(values).map((option) => html("option", { selected: option === example }, option)))
    : html("input", { type: type === "integer" ? "number" : "text", required, value: example });
  return { name, place, input, label: html("label", { title: description?.trim() ?? "" }, name, input) };
}

/** A choice of bodies. */
function exampleChoice(examples, use) {
  const options = examples.map(({ summary }) => html("option", {}, summary));
  const choose = ({ target }) => use(examples[target.selectedIndex]);
  return html("label", {}, "Example", html("select", { onchange: choose }, ...options));
}

function requestOf({ path, method, media }, fields, body) {
  const given = fields.filter(({ input }) => input.value !== "");
  const ofPath = given.filter(({ place }) => place === "path");
  const filled = ofPath.reduce((url, { name, input }) => url.replace(`{${name}}`, encodeURIComponent(input.value)), path);
  const query = given.filter(({ place }) => place === "query").map(({ name, input }) => `${name}=${queryText(input.value)}`).join("&");
  const headers = { ...(body ? { "content-type": body.type } : {}), ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const url = filled + (query && `?${query}`);
  return { url, method, headers, body: body?.text, media };
}

/** A value in a query. Commas and colons may stand there as they are. */
const queryText = (value) => encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":");

/** Sends a request, and writes status, headers and body as they arrive. */
async function show({ url, ...options }, answer, signal) {
  answer.textContent = "…";
  const response = await fetch(url, { ...options, signal });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const head = `${response.status}\n${headers}\n\n`;
  const isJson = /\bjson$/.test(response.headers.get("content-type")?.split(";")[0] ?? "") && !url.includes("stream");
  answer.textContent = isJson ? head + pretty(await response.json()) : head;
  if (isJson) return;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) answer.append(part.value);
}

/** Whether an operation is refused without a key. */
const needsKey = ({ security = [{}] }) => security.every((schemes) => Object.keys(schemes).length > 0);

/** The request as a sample shows it: with the whole URL, without the key, and with the kind of its answer. */
function sampleOf({ url, headers, media, ...request }, hasKey) {
  const shown = key || hasKey ? { ...headers, authorization: "Bearer KEY" } : headers;
  const isStream = media === "text/event-stream";
  const [answer = "text"] = /json$|gzip$|png$/.exec(media) ?? [];
  return { ...request, url: new URL(url, location.origin).href, headers: shown, answer: media && answer, isStream };
}

/** A body as text: JSON with line breaks, any other as it is. */
const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
