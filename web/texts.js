// Texts that are pasted, dropped or opened as files.

/** The most bytes of a file that the service reads. */
const MAX_BYTES = 4 << 20;

/** The text of a file in UTF-8 or, by older programs, Windows-1252; undefined if it is too long. */
export async function textOf(file) {
  if (file.size > MAX_BYTES) return undefined;
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Calls `onfile` with each file that is dropped on the page, and `ontext` with each text that is pasted or dropped
 *  on it except into a field. */
export function listenForTexts(ontext, onfile) {
  addEventListener("paste", ({ target, clipboardData }) => {
    const text = clipboardData.getData("text");
    if (text.trim() && !isField(target)) ontext(text);
  });
  const isForField = ({ target, dataTransfer }) => isField(target) && !dataTransfer.types.includes("Files");
  addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
  addEventListener("drop", (event) => {
    if (isForField(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) onfile(file);
    else ontext(event.dataTransfer.getData("text"));
  });
}

const isField = (target) => target.matches?.("input, textarea");
