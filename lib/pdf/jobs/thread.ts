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
export type Answer = ({ result: unknown } | { code: ServiceError["code"]; message: string }) & {
  /** Bytes of memory that the thread holds still. */
  holds: number;
};

const { compileCache, stop } = workerData as { compileCache: string | undefined; stop: Int32Array };
if (compileCache !== undefined) enableCompileCache(compileCache);
const { JOBS, openInFull } = await import("./jobs.ts");
const { heed } = await import("../stop.ts");
const { refusal } = await import("../refusal.ts");
const { bytesIn } = await import("../../movable.ts");
const port = parentPort!;
heed(stop);

const memoriesOf = (value: unknown) => [...new Set(bytesIn(value).map(({ buffer }) => buffer as ArrayBuffer))];

/** Bytes that the thread holds beside what it was given and what it has made to give away. */
const held = (made: readonly ArrayBuffer[] = []): number => {
  const { heapTotal, arrayBuffers } = process.memoryUsage();
  return made.reduce((sum, { byteLength }) => sum - byteLength, heapTotal + arrayBuffers);
};

/** Does one job after another. An error that is no caller's fault ends the thread. */
port.on("message", ({ kind, input }: Order) => {
  const given = memoriesOf(input);
  try {
    const result = (JOBS[kind] as (input: Input<Kind>, open: Open) => unknown)(input, openInFull);
    const gone = memoriesOf(result);
    const holds = held(gone.filter((memory) => !given.includes(memory)));
    port.postMessage({ result, holds } satisfies Answer, gone);
  } catch (error) {
    const reason = refusal(error);
    if (!(reason instanceof ServiceError)) throw error;
    port.postMessage({ code: reason.code, message: reason.message, holds: held() } satisfies Answer);
  }
  // What has not gone is needed no more: no collector hurries for it.
  for (const memory of given) if (!memory.detached) memory.transfer(0);
});
