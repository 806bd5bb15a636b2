// The card that shows a problem.

import { html } from "./dom.js";

/** The content of the card; `retry` repeats the request, `restart` starts a new game. */
export function problemCard({ title, detail, isPermanent, retryAfter, requestId }, retry, restart) {
  const [text, act] = isPermanent ? ["New game", restart] : ["Try again", retry];
  const button = html("button", { type: "button", onclick: act }, text);
  if (retryAfter > 0) countDown(button, text, retryAfter);
  return [
    html("strong", {}, title),
    html("p", {}, detail),
    ...(requestId ? [html("p", { className: "faint" }, `Request ${requestId}`)] : []),
    button,
  ];
}

/** Disables the button for the time of the Retry-After header. */
function countDown(button, text, seconds) {
  button.disabled = seconds > 0;
  button.textContent = seconds > 0 ? `${text} in ${seconds} s` : text;
  if (seconds > 0) setTimeout(countDown, 1000, button, text, seconds - 1);
}
