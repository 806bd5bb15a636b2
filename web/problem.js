// What went wrong, and what to do about it.

import { html } from "./dom.js";

/** The card's content for a Problem; `retry` asks again, `restart` starts a new game. */
export function problemCard({ title, detail, isFinal, retryAfter, requestId }, retry, restart) {
  const [text, act] = isFinal ? ["New game", restart] : ["Try again", retry];
  const button = html("button", { type: "button", onclick: act }, text);
  if (retryAfter > 0) countDown(button, text, retryAfter);
  return [
    html("strong", {}, title),
    html("p", {}, detail),
    ...(requestId ? [html("p", { className: "faint" }, `Request ${requestId}`)] : []),
    button,
  ];
}

/** Keeps the button back for as long as the service asks to wait. */
function countDown(button, text, seconds) {
  button.disabled = seconds > 0;
  button.textContent = seconds > 0 ? `${text} in ${seconds} s` : text;
  if (seconds > 0) setTimeout(countDown, 1000, button, text, seconds - 1);
}
