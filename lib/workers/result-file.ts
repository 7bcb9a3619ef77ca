import { closeSync, openSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "./frames.ts";
import type { WorkerReply } from "./reply.ts";
import { makeTempFolder } from "./temp-folder.ts";
import type { WarmForks } from "./warm-forks.ts";
import type { Worker } from "./worker.ts";

/** The file to which a process may write its result, in a temp folder of its own. */
export interface ResultFile {
  readonly path: string;
  /** Keeps the file after the process has ended. Its last user then calls `remove`. */
  keep(): void;
  remove(): Promise<void>;
}

/** Whether a process has certainly written nothing to its file: it has answered with a result in the frame. */
export const hasUnusedFile = (reply: WorkerReply<Frame<{ readonly isInFile: boolean }>>): boolean =>
  "result" in reply && !reply.result.head.isInFile;

/**
 * Starts a process with a file for a result that is too large for memory. The process gets the file open, because it may open none itself. A job that writes to the file is the last one of the process. The file is
 * removed when the process ends, unless it is kept.
 */
export const startFileProcess = async <Order, Result>(
  forks: WarmForks<Order, Result, { readonly file: ResultFile }>,
): Promise<Worker<Frame<Order>, Frame<Result> & { readonly file: ResultFile }>> => {
  const folder = makeTempFolder("result");
  // `rm` opens the folder, and tries again if too many files are open.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  let isKept = false;
  const path = join(folder, "result");
  const keep = () => {
    isKept = true;
  };
  try {
    const descriptor = openSync(path, "wx", 0o600);
    try {
      const file = { path, keep, remove };
      const worker = await forks.start({ file: { descriptor, added: { file } } });
      // Synchronously, because this process may be about to end too.
      void worker.ended.then(() => isKept || rmSync(folder, { recursive: true, force: true }));
      return worker;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    await remove();
    throw error;
  }
};
