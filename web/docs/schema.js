// JSON schemas as tables.

import { html } from "../dom.js";
import { inline } from "./prose.js";

/** Levels of objects within objects that are shown. */
const MAX_DEPTH = 2;

/** A table of the fields of a schema, or its description. */
export function schemaTable(schema, resolve) {
  const rows = fields(resolve(schema), resolve, "", 0);
  if (rows.length === 0) return html("p", { className: "type" }, typeOf(schema, resolve));
  return html("table", {}, html("tbody", {}, ...rows));
}

/** The rows of the fields of an object and of the objects in it. */
function fields(schema, resolve, prefix, depth) {
  const { properties, required } = objectOf(schema, resolve);
  return Object.entries(properties).flatMap(([name, property]) => {
    const resolved = resolve(property);
    const row = html("tr", {},
      html("th", { scope: "row" }, html("code", {}, prefix + name), required.has(name) ? "" : html("small", {}, "optional")),
      html("td", {}, html("span", { className: "type" }, typeOf(property, resolve)), " ", ...inline(resolved.description ?? "")));
    const { items } = resolved;
    const inner = items ? resolve(items) : resolved;
    const below = depth < MAX_DEPTH ? fields(inner, resolve, `${prefix}${name}${items ? "[]" : ""}.`, depth + 1) : [];
    return [row, ...below];
  });
}

/** The properties of a schema, and of those that it combines. What not all alternatives require is optional. */
function objectOf(schema, resolve) {
  const parts = (schema.allOf ?? []).map((part) => objectOf(resolve(part), resolve));
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).map((part) => objectOf(resolve(part), resolve));
  const properties = Object.assign({}, ...[...alternatives, ...parts].map((part) => part.properties), schema.properties);
  const inAll = (name) => alternatives.length > 0 && alternatives.every(({ required }) => required.has(name));
  const required = new Set([
    ...(schema.required ?? []),
    ...parts.flatMap((part) => [...part.required]),
    ...Object.keys(properties).filter(inAll),
  ]);
  return { properties, required };
}

/** The type of a schema in words: "integer, 1 to 10". */
export function typeOf(schema, resolve) {
  const { type, const: constant, enum: values, items, minimum, maximum, oneOf, anyOf, pattern } = resolve(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(" or ");
  if (items) return `list of ${typeOf(items, resolve)}`;
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return [...new Set(alternatives.map((part) => typeOf(part, resolve)))].join(" or ");
  const name = [type ?? "object"].flat().join(" or ");
  if (minimum !== undefined && maximum !== undefined) return `${name}, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${name}, from ${minimum}`;
  return pattern ? `${name} (${pattern})` : name;
}
