import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { ServiceError } from "../../errors.ts";
import type { Input, Kind, Open } from "./jobs.ts";

/** What the thread is asked to do. */
export interface Order {
  kind: Kind;
  input: Input<Kind>;
}

/** What the thread answers: a result, or what the caller may read of a failure. */
export type Answer = { result: unknown } | { code: ServiceError["code"]; message: string };

const { compileCache, stop } = workerData as { compileCache: string | undefined; stop: Int32Array };
if (compileCache !== undefined) enableCompileCache(compileCache);
const { JOBS, openInFull } = await import("./jobs.ts");
const { heed } = await import("../stop.ts");
const { refusal } = await import("../refusal.ts");
const port = parentPort!;
heed(stop);

/** The memories that a result takes with it. */
const memoriesOf = (result: unknown): ArrayBuffer[] => {
  const { pieces = [] } = result as { pieces?: Uint8Array[] };
  const all = result instanceof Uint8Array ? [result] : pieces;
  return [...new Set(all.map(({ buffer }) => buffer as ArrayBuffer))];
};

/** Does one job after another. An error that is no caller's fault ends the thread. */
port.on("message", ({ kind, input }: Order) => {
  try {
    const result = (JOBS[kind] as (input: Input<Kind>, open: Open) => unknown)(input, openInFull);
    port.postMessage({ result } satisfies Answer, memoriesOf(result));
  } catch (error) {
    const reason = refusal(error);
    if (!(reason instanceof ServiceError)) throw error;
    port.postMessage({ code: reason.code, message: reason.message } satisfies Answer);
  }
});
