// The thread in which tables are written: a large one takes seconds, in which the server must go on answering.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { type Code, ServiceError } from "../../errors.ts";
import { movable } from "../../movable.ts";
import type { Job, Written } from "./write.ts";

/** What the thread answers: what it has written, or why there is nothing. */
export type Answer =
  | Written
  | { readonly refusal: { readonly code: Code; readonly message: string } }
  | { readonly failure: string };

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
const { writeTable } = await import("./write.ts");

const answerTo = async (job: Job): Promise<Answer> => {
  try {
    return await writeTable(job);
  } catch (error) {
    if (error instanceof ServiceError) {
      return { refusal: { code: error.code, message: error.message } };
    }
    return { failure: error instanceof Error ? (error.stack ?? error.name) : "unknown" };
  }
};

parentPort!.on("message", async (job: Job) => {
  const answer = await answerTo(job);
  parentPort!.postMessage(answer, "made" in answer && typeof answer.made !== "number" ? movable([answer.made]) : []);
});
