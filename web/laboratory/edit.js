// Changes to a tree of nested numbers. Static values of inner nodes, as in "3: [1, 2]", are kept.

/** Changes the node with a path, and returns the new text. */
export function edit(text, path, change) {
  const root = parse(text);
  if (!path) return print(change(root) ?? leaf(0));
  const numbers = path.split(".").map(Number);
  const last = numbers.pop();
  const parent = numbers.reduce((node, number) => node.children[number], root);
  const changed = change(parent.children[last]);
  parent.children.splice(last, 1, ...(changed ? [changed] : []));
  if (parent.children.length === 0) Object.assign(parent, leaf(0));
  return print(root);
}

/** Changes for `edit`. A leaf becomes a node with two. */
export const addChild = (node) =>
  ({ ...node, children: node.children ? [...node.children, leaf(0)] : [leaf(node.value), leaf(0)], ...(node.children ? {} : { value: 0 }) });
export const setValue = (value) => () => leaf(value);
export const remove = () => undefined;

const leaf = (value) => ({ value, children: undefined });

/** An inner node with a static value is a list that begins with it as a text. */
const parse = (text) => node(JSON.parse(text.replace(/(-?\d+)\s*:\s*\[/g, '["$1",')));

function node(item) {
  if (!Array.isArray(item)) return leaf(item);
  const hasValue = typeof item[0] === "string";
  return { value: hasValue ? Number(item[0]) : 0, children: item.slice(Number(hasValue)).map(node) };
}

function print({ value, children }) {
  if (!children) return String(value);
  return `${value === 0 ? "" : `${value}: `}[${children.map(print).join(", ")}]`;
}
