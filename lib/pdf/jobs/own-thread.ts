import { Worker } from "node:worker_threads";
import { ServiceError } from "../../errors.ts";
import type { Input, Kind, Output } from "./jobs.ts";
import type { Answer } from "./thread.ts";

/** What a job's values may take; the bytes of its files are bounded by the upload and by its budget. */
const resourceLimits = { maxOldGenerationSizeMb: 320 };

const runsInOne = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length;

/**
 * Runs a job in a thread of its own, which ends with it. With `move` the input's bytes go over to the thread where they
 * own their memory, and are empty afterwards; else they are copied. Rejects with the signal's reason once it is aborted
 * and the thread has ended.
 */
export const inOwnThread = <Job extends Kind>(
  kind: Job,
  input: Input<Job>,
  signal: AbortSignal,
  move = false,
): Promise<Output<Job>> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const transferList: ArrayBuffer[] = [];
    const packed = (value: unknown): unknown => {
      if (value instanceof Uint8Array) {
        const bytes = move && runsInOne(value) ? value : new Uint8Array(value);
        transferList.push(bytes.buffer);
        return bytes;
      }
      if (Array.isArray(value)) return value.map(packed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, packed(entry)]));
    };
    const workerData = { kind, input: packed(input) };
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData, transferList, resourceLimits });
    let settle = () => reject(new Error("The thread ended without an answer."));
    const end = (how: () => void): void => {
      settle = how;
      void worker.terminate();
    };
    const abort = () => end(() => reject(signal.reason));
    signal.addEventListener("abort", abort);
    worker.once("message", (answer: Answer) => {
      if ("result" in answer) end(() => resolve(answer.result as Output<Job>));
      else end(() => reject(new ServiceError(answer.code, answer.message)));
    });
    worker.once("error", (error) => end(() => reject(error)));
    worker.once("exit", () => {
      signal.removeEventListener("abort", abort);
      settle();
    });
  });
