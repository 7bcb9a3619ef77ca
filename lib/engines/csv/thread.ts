// The thread in which tables are written: a large one takes seconds, in which the server must go on answering.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { type Code, ServiceError } from "../../errors.ts";
import { movable } from "../../movable.ts";
import type { Job } from "./write.ts";

/** What the thread answers: the PDF's bytes, the size of the file at the job's path, or why there is none. */
export type Answer =
  | { readonly bytes: Uint8Array }
  | { readonly size: number }
  | { readonly refusal: { readonly code: Code; readonly message: string } }
  | { readonly failure: string };

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
const { writeTable } = await import("./write.ts");

const answerTo = async (job: Job): Promise<Answer> => {
  try {
    const made = await writeTable(job);
    return typeof made === "number" ? { size: made } : { bytes: made };
  } catch (error) {
    if (error instanceof ServiceError) {
      return { refusal: { code: error.code, message: error.message } };
    }
    return { failure: error instanceof Error ? (error.stack ?? error.name) : "unknown" };
  }
};

parentPort!.on("message", async (job: Job) => {
  const answer = await answerTo(job);
  parentPort!.postMessage(answer, "bytes" in answer ? movable([answer.bytes]) : []);
});
