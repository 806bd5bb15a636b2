// The meaning of the words, in a few sentences each, with the source.

import { html } from "../dom.js";
import { word } from "./words.js";

export const explanations = () => word("explanations").map(([name, text, source]) =>
  html("details", {}, html("summary", {}, name), html("p", {}, text), html("p", { className: "source" }, word("tree.source", source))));
