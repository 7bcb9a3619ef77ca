import { ServiceError } from "../../errors.ts";
import { bytesIn, movable } from "../../movable.ts";
import { dropThread, keepThread, takeThread } from "./idle-threads.ts";
import type { Input, Kind, Output } from "./jobs.ts";
import type { Answer } from "./thread.ts";

/** A thread that holds more bytes after its job ends: another begins with less. */
const MOST_KEPT = 67_108_864;

/** Milliseconds within which a thread that is asked to stop does so. */
const GRACE = 1000;

/** The value for another thread, with copies of the bytes that are not in one of these memories. */
const packed = (value: unknown, moved: Set<ArrayBufferLike>): unknown => {
  if (value instanceof Uint8Array) {
    if (moved.has(value.buffer)) return value;
    const copy = new Uint8Array(value);
    moved.add(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((entry) => packed(entry, moved));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, packed(entry, moved)]));
};

/**
 * Runs a job in a thread of its own. With `move` the input's bytes go over to the thread where they may be moved, and
 * are empty afterwards; else they are copied. Rejects with the signal's reason once it is aborted and the thread has
 * ended.
 */
export const inOwnThread = <Job extends Kind>(
  kind: Job,
  input: Input<Job>,
  signal: AbortSignal,
  move = false,
): Promise<Output<Job>> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const memories = new Set<ArrayBufferLike>(move ? movable(bytesIn(input)) : []);
    const order = { kind, input: packed(input, memories) };
    const thread = takeThread();
    const { worker, stop } = thread;
    let settle = () => reject(new Error("The thread ended without an answer."));
    let grace: NodeJS.Timeout | undefined;
    const end = (how: () => void): void => {
      settle = how;
      void worker.terminate();
    };
    const abort = () => {
      settle = () => reject(signal.reason);
      Atomics.store(stop, 0, 1);
      grace = setTimeout(() => void worker.terminate(), GRACE);
    };
    signal.addEventListener("abort", abort);
    worker.once("message", (answer: Answer) => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) return end(settle);
      if (answer.holds > MOST_KEPT) dropThread(thread);
      else keepThread(thread);
      if ("result" in answer) resolve(answer.result as Output<Job>);
      else reject(new ServiceError(answer.code, answer.message));
    });
    worker.once("error", (error) => end(signal.aborted ? settle : () => reject(error)));
    worker.once("exit", () => {
      clearTimeout(grace);
      signal.removeEventListener("abort", abort);
      settle();
    });
    worker.postMessage(order, [...memories] as ArrayBuffer[]);
  });
