import { readFile } from "node:fs/promises";
import { config } from "../../config.ts";
import { MB } from "../../settings/megabyte.ts";
import { Pool } from "../../workers/pool.ts";
import { startThread } from "../../workers/thread.ts";
import type { Later } from "./later.ts";
import type { XsltJob, XsltResult } from "./problem.ts";

/** A thread ends after a larger job, so that its memory is freed at once. */
const LARGE_JOB_BYTES = 4 * MB;

/** The stack of a thread. It has room for template calls 3,000 deep, the limit of xsltproc. */
const STACK_MB = 64;

/** The WebAssembly module; `xslt.json` lists its sources. */
export const XSLT_MODULE = new URL("./xslt.wasm", import.meta.url);

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles the module once; the threads share its code. */
const compiledModule = (): Promise<WebAssembly.Module> => {
  compiled ??= readFile(XSLT_MODULE)
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      compiled = undefined; // The next job tries again.
      throw error;
    });
  return compiled;
};

export const xsltThreads = new Pool<XsltJob, XsltResult | Later>({
  start: async () =>
    startThread({
      script: new URL("./thread.ts", import.meta.url),
      data: await compiledModule(),
      resourceLimits: { stackSizeMb: STACK_MB },
      processorTimeMs: config.processorTimeMs,
      subject: "The stylesheet",
    }),
  isReusable: ({ size }, reply) =>
    size <= LARGE_JOB_BYTES &&
    "result" in reply &&
    ("later" in reply.result || reply.result.end === "done" || reply.result.end === "failed"),
  maxIdle: 2,
  idleMs: 60_000,
});
