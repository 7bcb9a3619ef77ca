/**
 * Where the engine's two files are, for the process that runs it: beside this file in the sources; beside the function's
 * bundle on AWS, where this file is part of the bundle. A bundler puts them there: `xslt.wasm` copied as it is,
 * `worker.ts` bundled as `xslt-worker.mjs`.
 */
const bundled = !import.meta.url.endsWith(".ts");

/** The WebAssembly module; `xslt.json` says what it was made of. */
export const MODULE = new URL("./xslt.wasm", import.meta.url);

/** The script of the worker thread. */
export const WORKER = new URL(bundled ? "./xslt-worker.mjs" : "./worker.ts", import.meta.url);
