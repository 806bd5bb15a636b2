// Elements as expressions.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with properties and children. Names with a hyphen become attributes. */
export function html(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Maps the numbers from 0 to `end`, exclusive. */
export const times = (end, make) => Array.from({ length: end }, (_, index) => make(index));

/** Whether the user accepts animations. */
export const allowsMotion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
