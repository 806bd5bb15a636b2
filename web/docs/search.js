// The search field: shows the operations that have all words, in their prose or in the name of a field.

const field = document.getElementById("search");
const found = document.getElementById("found");

/** Makes the field search the operations, whose sections and entries in the contents are on the page. */
export function listen(operations) {
  const entries = operations.map((operation) => entry(operation));
  field.addEventListener("input", () => show(entries, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") entries.find(({ section }) => !section.hidden)?.links[0].click();
  });
  addEventListener("keydown", focusBySlash);
  addEventListener("hashchange", () => reveal(entries));
  // The browser has looked for the place before it was there.
  reveal(entries);
}

function focusBySlash(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key !== "/" || ctrlKey || metaKey || altKey || target.closest("input, select, textarea")) return;
  event.preventDefault();
  field.focus();
  field.select();
}

function entry({ operationId, method, path, summary, description = "", tags }) {
  const section = document.getElementById(operationId);
  const links = [...document.querySelectorAll(`.contents a[href="#${operationId}"]`)];
  const names = [...section.querySelectorAll("th code")].map(({ textContent }) => textContent);
  const text = [operationId, method, path, summary, description, ...tags, ...names].join("\n").toLowerCase();
  return { section, links, text };
}

/** Scrolls to the place that the address names, out of a search that hides it. */
function reveal(entries) {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.hidden) show(entries, field.value = "");
  target?.scrollIntoView();
}

function show(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { section, links, text } of entries) {
    section.hidden = !words.every((word) => text.includes(word));
    for (const { parentElement } of links) parentElement.hidden = section.hidden;
  }
  for (const list of document.querySelectorAll(".contents ul")) {
    list.hidden = list.previousElementSibling.hidden = [...list.children].every(({ hidden }) => hidden);
  }
  const count = entries.filter(({ section }) => !section.hidden).length;
  found.textContent = words.length > 0 ? `${count} of ${entries.length} operations` : "";
}
