// The offer to play without a network, where the service has the engine for browsers.

import { files } from "/local/dist/files.js";

/** The module of the offer, once it is loaded. */
let offer;
const isPossible = Object.keys(files).length > 0 && "serviceWorker" in navigator && "caches" in window;
const loading = isPossible && import("./offline/offer.js").then((module) => { offer = module; }, () => undefined);

/** A `fetch` from the service or the engine. A first visit does not wait for the engine. */
export async function answer(...request) {
  if (navigator.serviceWorker?.controller) await loading;
  return (offer?.answer ?? fetch)(...request);
}

/** The place that the engine's moves come from, if that is not the service. */
export const place = () => offer?.place();

/** The person's part: to keep the game on the board for play without a network. */
export const offlineControl = (game) => offer?.control(game);

/** Calls `listener` after each change of what the functions above return. */
export const listen = async (listener) => {
  await loading;
  offer?.listen(listener);
};
