import { parentPort, workerData } from "node:worker_threads";
import { transform } from "./instance.ts";
import type { Job } from "./problem.ts";

/** A thread that transforms what it is sent, each job in an instance of its own, and sends the outcome back. */
parentPort?.on("message", (job: Job) => {
  const outcome = transform(workerData as WebAssembly.Module, job);
  parentPort?.postMessage(outcome, [outcome.html.buffer]);
});
