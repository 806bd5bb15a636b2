// The attributes of the element as properties, which frameworks set: strings, numbers, or true and false.

import { ATTRIBUTES } from "./settings.js";

/** @param {string} attribute */
const propertyOf = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

const FLAGS = ["flipped", "scores"];
const PROPERTIES = [...ATTRIBUTES.map(propertyOf), "fetch", "info"];

/**
 * Defines the properties that the class does not have yet.
 * @param {typeof HTMLElement} constructor
 */
export function defineProperties({ prototype }) {
  for (const attribute of ATTRIBUTES) {
    const name = propertyOf(attribute);
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        return FLAGS.includes(attribute) ? this.hasAttribute(attribute) : (this.getAttribute(attribute) ?? "");
      },
      set(value) {
        if (value == null || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value === true ? "" : value);
      },
    });
  }
}

/**
 * Takes the properties that an element got before it had accessors, with their values.
 * @param {HTMLElement} element
 */
export function ownProperties(element) {
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  const own = PROPERTIES.filter((name) => Object.hasOwn(element, name));
  return own.map((name) => {
    const value = values[name];
    delete values[name];
    return /** @type {const} */ ([name, value]);
  });
}
