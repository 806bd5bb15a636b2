// The values that the tests keep in a page.

import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
    /** The events heard by the document. */
    heard: ({ type: string } & Record<string, any>)[];
  }
}
