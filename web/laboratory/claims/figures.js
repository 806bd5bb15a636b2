// Numbers of claims as text.

/** A number with separators of thousands, and with two decimals at most. */
export const figure = (value) => value.toLocaleString("en-GB", { maximumFractionDigits: 2 }).replace("-", "−");
