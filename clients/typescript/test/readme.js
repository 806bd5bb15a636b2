// The fenced blocks of README.md.

import { readFileSync } from "node:fs";

/** The service of the examples. */
export const URL_IN_README = "http://127.0.0.1:8080";

const SERVICE = `import { connect as dial } from "bestmove";
const service = dial({ url: "${URL_IN_README}" });
`;

/**
 * The whole program of an example in JavaScript, most of which take their service from the first.
 * @param {string} code
 */
export const program = (code) => (code.includes("const service =") ? code : SERVICE + code);

/** The blocks in their order, each with the number of its first line. */
export function readmeBlocks() {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const fences = readme.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].map(({ 1: language, 2: code, index }) => {
    const line = readme.slice(0, index).split("\n").length + 1;
    return { language, code, line };
  });
}
