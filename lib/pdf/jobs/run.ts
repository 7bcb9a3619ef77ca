import { withJobFolder } from "../../output/job-folder.ts";
import type { Output } from "../../output/output.ts";
import { resultOf } from "../../workers/reply.ts";
import { bytesIn, copyShared, mapBytes, transferableBuffers } from "../../workers/transferable.ts";
import { JobTimeExceeded } from "../../workers/worker.ts";
import { lookOf } from "../inspect.ts";
import type { PdfJobInput, PdfJobKind, PdfJobResult } from "./jobs.ts";
import { QUICK_MAX_BYTES, type ThreadLook } from "./looks.ts";
import type { JobOrder, KeptFile, PdfAnswer } from "./orders.ts";
import { type PdfThread, type PdfThreads, quickThreads, slowThreads } from "./threads.ts";

/** Jobs that make a document. */
type DocumentJobKind = { [Job in PdfJobKind]: PdfJobResult<Job> extends Output ? Job : never }[PdfJobKind];

/** The documents that a look has left open, and where. */
interface OpenDocuments {
  readonly look: ThreadLook;
  readonly places: ReadonlyMap<Uint8Array, number>;
}

/** The order for a thread that has the documents open. */
const orderFor = ({ look, places }: OpenDocuments, { kind, input }: JobOrder): JobOrder => ({
  kind,
  input: mapBytes(input, (bytes): KeptFile => ({ keptFile: places.get(bytes)! })) as object,
  key: look.key,
});

/** The order with the bytes of all files: a small one is copied on the way, the memory of a large one goes over. */
const withBytes = (order: JobOrder, isMoved: boolean) => {
  if (!isMoved) return { job: order };
  const moved = new Set<ArrayBufferLike>(transferableBuffers(bytesIn(order.input)));
  const input = copyShared(order.input, moved) as object;
  return { job: { ...order, input }, moved: [...moved] as ArrayBuffer[] };
};

/** The answer of a thread: of the one that has the documents open, if it waits; else of any, which opens them again. */
const answerOf = async (
  threads: PdfThreads,
  order: JobOrder,
  signal: AbortSignal,
  open: OpenDocuments | undefined,
): Promise<PdfAnswer> => {
  const isMoved = threads === slowThreads;
  const owner: PdfThread | undefined = open?.look.thread;
  const { reply } = await threads.run(
    (thread) => (thread === owner ? { job: orderFor(open!, order) } : withBytes(order, isMoved)),
    signal,
    owner,
  );
  const answer = resultOf(reply);
  return answer === "gone" ? answerOf(threads, order, signal, undefined) : answer;
};

const quickAnswer = async (
  order: JobOrder,
  signal: AbortSignal,
  open: OpenDocuments | undefined,
): Promise<PdfAnswer> => {
  try {
    return await answerOf(quickThreads, order, signal, open);
  } catch (error) {
    if (error instanceof JobTimeExceeded) return "over";
    throw error;
  }
};

/**
 * Runs a job that makes a document in a thread: a small one in a quick thread; a large one, or one that exceeds the quick
 * limits, in a slow one. The bytes in the input belong to the job from then on, and may be empty afterwards.
 */
export const runPdfJob = <Job extends DocumentJobKind>(
  kind: Job,
  input: Omit<PdfJobInput<Job>, "folder">,
  signal: AbortSignal,
): Promise<Output> => {
  const files = bytesIn(input);
  const size = files.reduce((sum, { length }) => sum + length, 0);
  return withJobFolder(size, async (folder) => {
    const order: JobOrder = { kind, input: { ...input, folder } };
    const open = await lookOf(files);
    let answer: PdfAnswer = "over";
    if (size <= QUICK_MAX_BYTES) answer = await quickAnswer(order, signal, open);
    if (answer === "over") answer = await answerOf(slowThreads, order, signal, open);
    return (answer as { done: Output }).done;
  });
};
