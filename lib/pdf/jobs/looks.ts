import { Limit } from "../../turns/limit.ts";
import { resultOf } from "../../workers/reply.ts";
import { JobTimeExceeded } from "../../workers/worker.ts";
import { OverBudget } from "../budget.ts";
import { toServiceError } from "../service-error.ts";
import { copyInTurns } from "./copy.ts";
import type { Look, LookOrder, PdfAnswer } from "./orders.ts";
import { type PdfThread, quickThreads, SLOW_LOOKS, slowThreads } from "./threads.ts";

/** Files that are smaller together are looked at in a quick thread first. */
export const QUICK_MAX_BYTES = 524_288;

/** Files that are larger together wait for looks of their kind only: a look takes longer the larger the files are. */
const LARGE_MIN_BYTES = 8_388_608;
const SMALL_LOOK_TIME_MS = 3000;
const LARGE_LOOK_TIME_MS = 10_000;
/** Milliseconds after its time limit at which a look is killed, if its budget has not ended it. */
const KILL_DELAY_MS = 1000;

const smallLooks = new Limit(SLOW_LOOKS.small);
const largeLooks = new Limit(SLOW_LOOKS.large);

const neverAborted = new AbortController().signal;

/** The outcome of a look, and the thread that has the files open. */
export interface ThreadLook extends Look {
  readonly thread: PdfThread;
  readonly key: number;
}

let lastKey = 0;

const lookAt = (answer: PdfAnswer): Look | undefined =>
  typeof answer === "object" ? (answer.done as Look) : undefined;

/** A look in a quick thread; undefined where it exceeds the quick limits. */
const quickLook = async (order: LookOrder): Promise<ThreadLook | undefined> => {
  try {
    const { reply, worker } = await quickThreads.run(() => ({ job: order }), neverAborted);
    const look = lookAt(resultOf(reply));
    return look && { ...look, thread: worker, key: order.key };
  } catch (error) {
    if (error instanceof JobTimeExceeded) return undefined;
    throw error;
  }
};

const slowLook = async (files: readonly Uint8Array[], key: number, milliseconds: number): Promise<ThreadLook> => {
  const timeout = AbortSignal.timeout(milliseconds + KILL_DELAY_MS);
  const copies: Uint8Array<ArrayBuffer>[] = [];
  for (const bytes of files) copies.push(await copyInTurns(bytes));
  const job: LookOrder = { look: copies, key, milliseconds };
  try {
    const { reply, worker } = await slowThreads.run(
      () => ({ job, moved: copies.map(({ buffer }) => buffer) }),
      timeout,
    );
    return { ...lookAt(resultOf(reply))!, thread: worker, key };
  } catch (error) {
    throw error === timeout.reason ? toServiceError(new OverBudget("The PDF takes too long to read.")) : error;
  }
};

/** Looks at the files of one request. The bytes stay here. */
export const lookAtFiles = async (files: readonly Uint8Array[]): Promise<ThreadLook> => {
  const size = files.reduce((sum, { length }) => sum + length, 0);
  const key = ++lastKey;
  if (size <= QUICK_MAX_BYTES) {
    const look = await quickLook({ look: files, key, milliseconds: 0 });
    if (look !== undefined) return look;
  }
  const isLarge = size > LARGE_MIN_BYTES;
  const [limit, milliseconds] = isLarge ? [largeLooks, LARGE_LOOK_TIME_MS] : [smallLooks, SMALL_LOOK_TIME_MS];
  return limit.run(neverAborted, () => slowLook(files, key, milliseconds));
};
