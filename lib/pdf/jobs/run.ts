import type { Output } from "../../output/output.ts";
import { withJobFolder } from "../../workers/job-folder.ts";
import { bytesIn, forThread } from "../../workers/transferable.ts";
import { JobTimeExceeded } from "../../workers/worker.ts";
import type { PdfAnswer, PdfJobInput, PdfJobKind, PdfOrder } from "./jobs.ts";
import { quickThreads, slowThreads } from "./threads.ts";

/** Jobs on files that are smaller together begin in a quick thread. */
const QUICK_MAX_BYTES = 524_288;

/** Jobs whose result is a file, however small their input is. */
const FILE_JOBS: ReadonlySet<PdfJobKind> = new Set(["split"]);

/** The answer of a quick thread, which gets copies of the files. */
const quickAnswer = async (order: PdfOrder, signal: AbortSignal): Promise<PdfAnswer> => {
  try {
    return await quickThreads.run(order, signal);
  } catch (error) {
    if (error instanceof JobTimeExceeded) return "over";
    throw error;
  }
};

/**
 * Runs a job in a thread: one on small files in a quick thread; one on large files, or one that exceeds the quick limits,
 * in a slow one. The bytes in the input belong to the job from then on, and may be empty afterwards.
 */
export const runPdfJob = <Job extends PdfJobKind>(
  kind: Job,
  input: Omit<PdfJobInput<Job>, "folder">,
  signal: AbortSignal,
): Promise<Output> => {
  const size = bytesIn(input).reduce((sum, { length }) => sum + length, 0);
  return withJobFolder(FILE_JOBS.has(kind) ? Number.POSITIVE_INFINITY : size, async (folder) => {
    const order: PdfOrder = { kind, input: { ...input, folder } };
    const quick = size <= QUICK_MAX_BYTES ? await quickAnswer(order, signal) : "over";
    if (quick !== "over") return quick.done;
    const { job, transferList } = forThread(order);
    const slow = await slowThreads.run(job, signal, transferList);
    if (slow === "over") throw new Error("A slow thread has no smaller budget.");
    return slow.done;
  });
};
