// Numbers in words.

const SIGNS = { lower: "≥", upper: "≤" };

/** A score with a minus sign, and with ≤ or ≥ if it is a bound. */
export const score = (value, bound) => (SIGNS[bound] ?? "") + String(value).replace("-", "−");

export const plural = (count, one, many = `${one}s`) => (count === 1 ? one : many);

/** A number with separators of thousands. */
export const count = (value) => value.toLocaleString("en-GB");
