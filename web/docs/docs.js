// The API to read and to try, from /openapi.json.

import { html } from "../dom.js";
import { resolver } from "./reference.js";
import { inline, paragraphs } from "./prose.js";
import { schemaTable } from "./schema.js";
import { listen } from "./search.js";
import { tryIt } from "./try-it.js";

const METHODS = ["get", "post", "put", "delete"];

const api = await (await fetch("/openapi.json")).json();
const resolve = resolver(api);
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => operation(path, method, item)));

document.getElementById("operations").append(introduction(), ...operations.map(section));
document.getElementById("contents").append(...api.tags.flatMap((tag) => contents(tag)));
document.getElementById("overview").append(...api.tags.flatMap((tag) => contents(tag, true)));
listen(operations);

/** An operation with its own parameters and those of its path, without references. */
function operation(path, method, item) {
  const { parameters = [], requestBody, responses, ...rest } = item[method];
  const answers = Object.entries(responses).map(([status, response]) => [status, resolve(response)]);
  return {
    ...rest,
    path,
    method: method.toUpperCase(),
    parameters: [...(item.parameters ?? []), ...parameters].map(resolve),
    bodies: Object.entries(resolve(requestBody)?.content ?? {}),
    media: Object.keys(answers.find(([status]) => status < 300)[1].content ?? {})[0],
    answers,
  };
}

function introduction() {
  const { version, summary, description } = api.info;
  return html("details", {},
    html("summary", {}, `Errors, limits, and what stays stable in version ${version}`),
    html("p", {}, summary),
    ...paragraphs(description),
    html("p", {}, "The contract: ", link("/openapi.yaml"), ", ", link("/openapi.json"), ". ", link("/", "Play"), ", ", link("/laboratory", "watch searches of trees"), "."));
}

function link(href, text = href) {
  return html("a", { href }, text);
}

function contents({ name, description }, isLong) {
  const entries = operations.filter(({ tags }) => tags.includes(name)).map(({ operationId, method, path, summary }) =>
    html("li", {}, html("a", { href: `#${operationId}` }, html("b", {}, method), " ", path), isLong ? html("span", {}, summary) : ""));
  return [html("h2", {}, description.split(/[.:]/)[0]), html("ul", {}, ...entries)];
}

function section(operation) {
  const { operationId, method, path, summary, description, parameters, bodies, answers } = operation;
  return html("section", { id: operationId, ariaLabel: `${method} ${path}` },
    html("h2", {}, html("b", {}, method), " ", html("a", { href: `#${operationId}` }, path)),
    html("p", { className: "summary" }, summary),
    ...paragraphs(description),
    ...(parameters.length > 0 ? [html("h3", {}, "Parameters"), parameterTable(parameters)] : []),
    ...(bodies.length > 0 ? [html("h3", {}, "Body"), schemaTable(bodies[0][1].schema, resolve)] : []),
    ...tryIt(operation, resolve),
    html("h3", {}, "Answers"),
    ...answers.map(([status, response]) => answer(status, response)));
}

function parameterTable(parameters) {
  const schema = {
    properties: Object.fromEntries(parameters.map(({ name, description, schema }) => [name, { ...resolve(schema), description }])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return schemaTable(schema, resolve);
}

function answer(status, { description, content = {} }) {
  const types = Object.entries(content);
  const heading = html("summary", {}, html("b", {}, status), " ", ...inline(description.trim().split("\n\n")[0]));
  return html("details", { className: status < 400 ? "success" : "failure" }, heading,
    ...types.flatMap(([type, { schema, ...media }]) => [
      html("h4", {}, type),
      ...(schema ? [schemaTable(schema, resolve)] : []),
      ...exampleOf(media).map((example) => html("pre", { tabIndex: 0 }, example)),
    ]));
}

/** The first example of a medium, as text. */
function exampleOf({ example, examples = {} }) {
  const [first] = Object.values(examples);
  const value = example ?? (first && resolve(first).value);
  if (value === undefined) return [];
  return [typeof value === "string" ? value : JSON.stringify(value, undefined, 2)];
}
