// The card that shows a problem.

import { fill, html } from "./dom.js";
import { word } from "./words.js";

/** Title and detail of a problem in the language of the page or, where it lacks words, as the service has
 *  them. */
export const describeProblem = (problem) => ({ title: problem.title, detail: problem.detail, ...word("problem", problem) });

/** A problem in a line. */
export function problemText(problem) {
  const { title, detail } = describeProblem(problem);
  return `${title}: ${detail}`;
}

/** Shows a problem, or hides the card where there is none. */
export function showProblemCard(card, problem, retry, restart) {
  card.hidden = !problem;
  if (card.problem === problem) return;
  card.problem = problem;
  fill(card, ...(problem ? problemCard(problem, retry, restart) : []));
}

/** The content of the card; `retry` repeats the request, `restart` starts a new game. */
function problemCard(problem, retry, restart) {
  const { status, retryAfter, request_id } = problem;
  const { title, detail } = describeProblem(problem);
  const isPermanent = status >= 400 && status < 500 && status !== 429;
  const button = html("button", { type: "button", onclick: isPermanent ? restart : retry }, word(isPermanent ? "new_game" : "retry"));
  if (retryAfter > 0) countDown(button, retryAfter);
  return [
    html("strong", {}, title),
    html("p", {}, detail),
    request_id && html("p", { className: "faint" }, word("problem_request", request_id)),
    button,
  ];
}

/** Disables the button for the time of the Retry-After header. */
function countDown(button, seconds) {
  button.disabled = seconds > 0;
  button.textContent = seconds > 0 ? word("try_again_in", seconds) : word("retry");
  if (seconds > 0) setTimeout(countDown, 1000, button, seconds - 1);
}
