// The picture of the step on show as a file.

import { html } from "/board/dom.js";

/** Saves a text or a blob as a file. */
export function save(content, name, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A picture of the service as PNG, twice as large. */
export async function png(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = html("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
}
