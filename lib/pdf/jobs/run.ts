import { withJobFolder } from "../../output/job-folder.ts";
import type { Output } from "../../output/output.ts";
import { resultOf } from "../../workers/reply.ts";
import { bytesIn, copyShared, transferableBuffers } from "../../workers/transferable.ts";
import { JobTimeExceeded } from "../../workers/worker.ts";
import type { PdfAnswer, PdfJobInput, PdfJobKind, PdfOrder } from "./jobs.ts";
import { quickThreads, slowThreads } from "./threads.ts";

/** Jobs on files that are smaller together begin in a quick thread. */
const QUICK_MAX_BYTES = 524_288;

/** The answer of a quick thread, which gets copies of the files. */
const quickAnswer = async (order: PdfOrder, signal: AbortSignal): Promise<PdfAnswer> => {
  try {
    const { reply } = await quickThreads.run(() => ({ job: order }), signal);
    return resultOf(reply);
  } catch (error) {
    if (error instanceof JobTimeExceeded) return "over";
    throw error;
  }
};

/** The order for a slow thread, which gets the memory of large files. */
const moveToThread = ({ kind, input }: PdfOrder) => {
  const buffers = new Set<ArrayBufferLike>(transferableBuffers(bytesIn(input)));
  const job: PdfOrder = { kind, input: copyShared(input, buffers) as object };
  return { job, moved: [...buffers] as ArrayBuffer[] };
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
  return withJobFolder(size, async (folder) => {
    const order: PdfOrder = { kind, input: { ...input, folder } };
    const quick = size <= QUICK_MAX_BYTES ? await quickAnswer(order, signal) : "over";
    if (quick !== "over") return quick.done;
    const { reply } = await slowThreads.run(() => moveToThread(order), signal);
    const slow = resultOf(reply);
    if (slow === "over") throw new Error("A slow thread has no smaller budget.");
    return slow.done;
  });
};
