// Elements as expressions.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with properties and children. Names with a hyphen, `role` and `part` become attributes.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "part") element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  element.append(...children);
  return element;
}

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {Node[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export const allowsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The language of an element: that of the closest ancestor that has one, through shadow roots.
 * @param {Element} element
 * @returns {string}
 */
export function closestLanguage(element) {
  const found = element.closest("[lang]");
  if (found) return found.getAttribute("lang") ?? "";
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? closestLanguage(root.host) : document.documentElement.lang;
}
