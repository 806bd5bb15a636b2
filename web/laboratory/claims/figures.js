// Numbers of claims as text.

import { locale } from "../words.js";

/** A number with separators of thousands, and with two decimals at most. */
export const figureText = (value) => value.toLocaleString(locale(), { maximumFractionDigits: 2 }).replace("-", "−");
