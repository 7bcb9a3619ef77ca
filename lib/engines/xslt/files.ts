/** The WebAssembly module; `xslt.json` says what it was made of. */
export const MODULE = new URL("./xslt.wasm", import.meta.url);

/** The script of the worker thread. */
export const WORKER = new URL("./worker.ts", import.meta.url);
