// The engine: a WebAssembly module for one game, with what it needs of WASI, the system interface.
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input
 * @property {() => number} output
 * @property {() => number} output_len
 * @property {() => void} missing_files
 * @property {() => void} provide
 * @property {() => number} answer
 */

/**
 * @typedef {object} Engine
 * @property {(path: string) => string[]} missingFiles The data files that a request needs first.
 * @property {(name: string, content: Uint8Array) => void} provide Takes a data file; throws if it is
 * damaged.
 * @property {(method: string, path: string, body: string, onLine: (line: string) => void) => Answer}
 * answer The answer to a request; `onLine` gets the lines of a stream before the last.
 */

/** @typedef {{ status: number, body: string }} Answer */

const SUCCESS = 0;
const NO_SUPPORT = 58;
const CLOCK_REALTIME = 0;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @param {WebAssembly.Module} module
 * @returns {Engine}
 */
export function engineOf(module) {
  /** @type {(line: string) => void} */
  let takeLine = () => {};
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) =>
    new Uint8Array(exports.memory.buffer, at, length);
  const view = () => new DataView(exports.memory.buffer);
  const on_line = (/** @type {number} */ at, /** @type {number} */ length) =>
    takeLine(decoder.decode(bytes(at, length)));
  const instance = new WebAssembly.Instance(module, {
    env: { on_line },
    wasi_snapshot_preview1: wasi(bytes, view),
  });
  const exports = /** @type {Exports & WebAssembly.Exports} */ (instance.exports);

  /**
   * @param {string} line
   * @param {Uint8Array} content
   */
  const write = (line, content) => {
    const head = encoder.encode(line);
    const at = exports.input(head.length + content.length);
    bytes(at, head.length).set(head);
    bytes(at + head.length, content.length).set(content);
  };
  const output = () => decoder.decode(bytes(exports.output(), exports.output_len()));

  return {
    missingFiles(path) {
      write(path, new Uint8Array());
      exports.missing_files();
      return output().split("\n").filter(Boolean);
    },
    provide(name, content) {
      write(`${name}\n`, content);
      exports.provide();
      const error = output();
      if (error) throw new TypeError(`${name}: ${error}`);
    },
    answer(method, path, body, onLine) {
      takeLine = onLine;
      write(`${method} ${path}\n`, encoder.encode(body));
      const status = exports.answer();
      return { status, body: output() };
    },
  };
}

/**
 * Clocks, random numbers and the output of a panic.
 * @param {(at: number, length: number) => Uint8Array} bytes
 * @param {() => DataView} view
 */
function wasi(bytes, view) {
  return {
    /** @type {(id: number, precision: bigint, at: number) => number} */
    clock_time_get(id, _precision, at) {
      const ms = id === CLOCK_REALTIME ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return SUCCESS;
    },
    /** @type {(at: number, length: number) => number} */
    random_get(at, length) {
      crypto.getRandomValues(bytes(at, length));
      return SUCCESS;
    },
    /** @type {(countAt: number, sizeAt: number) => number} */
    environ_sizes_get(countAt, sizeAt) {
      view().setUint32(countAt, 0, true);
      view().setUint32(sizeAt, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    /** @type {(file: number, vectors: number, count: number, writtenAt: number) => number} */
    fd_write(file, vectors, count, writtenAt) {
      if (file !== 2) return NO_SUPPORT;
      let written = 0;
      for (let index = 0; index < count; index++) {
        const [at, length] = [0, 4].map((offset) => view().getUint32(vectors + 8 * index + offset, true));
        console.error(decoder.decode(bytes(at, length)));
        written += length;
      }
      view().setUint32(writtenAt, written, true);
      return SUCCESS;
    },
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the engine exited with code ${code}`);
    },
  };
}
