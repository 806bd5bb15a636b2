// A game in the fragment of the page's URL, for sharing and bookmarks: #checkers/11-15,23-19

/** The game's ID and the moves in the fragment. */
export function read() {
  const [id, moves = ""] = location.hash.slice(1).split("/");
  return { id, moves: moves.split(",").filter(Boolean) };
}

/** Puts a game into the fragment. */
export function write(id, moves) {
  const fragment = moves.length > 0 ? `#${id}/${moves.join(",")}` : `#${id}`;
  if (location.hash !== fragment) history.replaceState(null, "", fragment);
}
