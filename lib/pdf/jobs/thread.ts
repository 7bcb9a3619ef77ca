import { parentPort, workerData } from "node:worker_threads";
import { ServiceError } from "../../errors.ts";
import { refusal } from "../refusal.ts";
import { type Input, JOBS, type Kind, openInFull } from "./jobs.ts";

/** What the thread answers: a result, or what the caller may read of a failure. */
export type Answer = { result: unknown } | { code: ServiceError["code"]; message: string };

const { kind, input } = workerData as { kind: Kind; input: Input<Kind> };
const port = parentPort!;

/** Runs the one job that the thread was started for. An error that is no caller's fault ends the thread. */
try {
  const result = (JOBS[kind] as (input: Input<Kind>, open: typeof openInFull) => unknown)(input, openInFull);
  port.postMessage({ result } satisfies Answer, result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : []);
} catch (error) {
  const reason = refusal(error);
  if (!(reason instanceof ServiceError)) throw error;
  port.postMessage({ code: reason.code, message: reason.message } satisfies Answer);
}
