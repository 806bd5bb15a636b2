// A game in the fragment of the page's address, to share or to come back to: #checkers/11-15,23-19

/** The game's id and the moves that the address names. */
export function read() {
  const [id, moves = ""] = location.hash.slice(1).split("/");
  return { id, moves: moves.split(",").filter(Boolean) };
}

/** Names a game in the address. */
export function write(id, moves) {
  const fragment = moves.length > 0 ? `#${id}/${moves.join(",")}` : `#${id}`;
  if (location.hash !== fragment) history.replaceState(null, "", fragment);
}
