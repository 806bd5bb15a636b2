// The state of the page as the fragment of its URL: the tree or position, the searches, the options, the step.

/** Options of the searches, by their names in requests. */
export const OPTIONS = ["root", "alpha", "beta", "ties", "order", "guess", "margin", "seed", "choices", "bonus", "order_depth", "min_choices", "killers", "full_depth_moves", "reduction"];
export const POSITION = ["game", "position", "moves", "depth", "leaf"];
const NAMES = ["tree", ...POSITION, "searches", "search", ...OPTIONS, "step", "node", "folded", "names", "types", "view", "boards", "quiz", "practice", "lesson"];

const DEFAULTS = {
  tree: "textbook-figure",
  search: "alpha-beta",
  searches: "minimax,alpha-beta,branch-and-bound,negascout,mtd-f,sss-star",
};

/** The fields of a fragment; those that are missing have their defaults. */
export function read(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const fields = NAMES.filter((name) => given.get(name)).map((name) => [name, given.get(name)]);
  return complete(Object.fromEntries(fields));
}

function complete(fields) {
  const link = { ...DEFAULTS, ...fields };
  if (link.game) delete link.tree;
  return link;
}

/** A link with other fields; undefined or empty ones are left out. */
export const withFields = (link, changes) =>
  complete(Object.fromEntries(Object.entries({ ...link, ...changes }).filter(([, value]) => value !== undefined && value !== "")));

/** The fragment of a link. */
export function write(link) {
  const fields = NAMES.filter((name) => link[name] !== undefined && (name === "tree" || link[name] !== DEFAULTS[name]));
  const text = new URLSearchParams(fields.map((name) => [name, link[name]])).toString();
  return `#${text.replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%3D", "=")}`;
}

/** True if two links name the same tree. */
export const isSameTree = (one, other) => ["tree", "root", ...POSITION].every((name) => one[name] === other[name]);

/** True if two links ask for the same searches of the same tree. */
export const isSameQuestion = (one, other) =>
  isSameTree(one, other) && [...OPTIONS, "searches", "search"].every((name) => one[name] === other[name]);

/** True if a link is to the tree and the search that the page begins with. */
export const isFirst = (link) => ["tree", "search"].every((name) => link[name] === DEFAULTS[name]);

/** The path and query that ask the service for some searches; `more` are further fields. */
export function question(link, searches, more = {}) {
  const { game } = link;
  const tree = game ? POSITION.slice(1) : ["tree"];
  const options = OPTIONS.filter((name) => !(game && name === "root"));
  const fields = [...tree, ...options].filter((name) => link[name] !== undefined).map((name) => [name, link[name]]);
  const path = game ? `/v1/${encodeURIComponent(game)}/search-tree` : "/v1/trees/search";
  return { path, fields: { ...Object.fromEntries(fields), searches, ...more } };
}

/** A question as a URL. */
export const url = ({ path, fields }) => `${path}?${new URLSearchParams(fields)}`;
