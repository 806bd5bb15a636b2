// Changes to a tree of nested numbers. Static values of inner nodes, as in "3: [1, 2]", and chances, as in "{1: 3, 5: 8}",
// are kept.

/** Changes the node with a path, and returns the new text. */
export function edit(text, path, change) {
  const root = parse(text);
  if (!path) return print(change(root) ?? leaf(0));
  const numbers = path.split(".").map(Number);
  const last = numbers.pop();
  const parent = numbers.reduce((node, number) => node.children[number], root);
  const changed = change(parent.children[last]);
  parent.children.splice(last, 1, ...(changed ? [changed] : []));
  if (parent.children.length === 0) Object.assign(parent, leaf(0, parent.weight), { isChance: false });
  return print(root);
}

/** Changes for `edit`. A leaf becomes a node with two. */
export const addChild = (node) =>
  ({ ...node, children: node.children ? [...node.children, leaf(0)] : [leaf(node.value), leaf(0)], ...(node.children ? {} : { value: 0 }) });
export const setValue = (value) => ({ weight }) => leaf(value, weight);
export const remove = () => undefined;

const leaf = (value, weight = "1") => ({ value, children: undefined, weight });

/** The node of a text that the service has printed. */
function parse(text) {
  const tokens = text.match(/-?[\d.]+|[[\]{}:,]/g);
  let at = 0;
  const take = (token) => tokens[at] === token && Boolean(at += 1);
  const number = () => tokens[(at += 1) - 1];
  const node = () => {
    const isLeafOrStatic = !"[{".includes(tokens[at]);
    const value = isLeafOrStatic ? Number(number()) : 0;
    if (isLeafOrStatic && !take(":")) return leaf(value);
    const isChance = take("{");
    if (!isChance) take("[");
    const children = [];
    do {
      const weight = isChance && tokens[at + 1] === ":" ? number() : undefined;
      if (weight) take(":");
      children.push({ ...node(), weight: weight ?? "1" });
    } while (take(","));
    at += 1;
    return { value, children, isChance, weight: "1" };
  };
  return node();
}

function print({ value, children, isChance }) {
  if (!children) return String(value);
  const isWeighed = isChance && children.some((child) => child.weight !== "1" || (child.children && child.value !== 0));
  const items = children.map((child) => (isWeighed ? `${child.weight}: ` : "") + print(child)).join(", ");
  return `${value === 0 ? "" : `${value}: `}${isChance ? `{${items}}` : `[${items}]`}`;
}
