import type { Table } from "../../accounts/table.ts";
import { readItem } from "../../accounts/write.ts";
import { logFailure } from "../../http/log.ts";
import { wakeCallbackSender } from "../../jobs/callback-waker.ts";
import { endJob } from "../../jobs/end.ts";
import type { TakenJob } from "../../jobs/entry.ts";
import { type Job, type JobEnd, jobKey, toJob } from "../../jobs/job.ts";
import type { JobQueue } from "../../jobs/queue.ts";
import { removeJobBody, removeResult } from "../../stored-bodies/job-bodies.ts";
import { type EndpointCall, runJob } from "./run-job.ts";

/** Milliseconds after which another runner may take a job whose endpoint this one does not have. */
export const UNKNOWN_DELAY_MS = 5000;

/** What is needed to do a job: the endpoints by their paths, the table, and its queue. */
export interface JobPlace {
  readonly endpoints: ReadonlyMap<string, EndpointCall>;
  readonly table: Table;
  readonly queue: JobQueue;
  /** Repeats a read or a write of the table while it does not answer. */
  readonly untilAnswered: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Writes the end of a job. Only the answer of the table says whether the job was still ours. */
const writeEnd = async (
  { table, untilAnswered }: JobPlace,
  { request }: Job,
  end: JobEnd,
  { runner, account, id }: TakenJob,
): Promise<void> => {
  const isOurs = await untilAnswered(() => endJob(table, request, end, runner));
  if (isOurs && request.callback !== undefined) await wakeCallbackSender();
  const removal = isOurs
    ? removeJobBody(account, request.body, end.state === "succeeded")
    : end.result && removeResult(account, end.result.reference, end.result.bytes);
  await removal?.catch((error) => logFailure("removing what a job has stored", error, id));
};

/**
 * Does a job that was taken, and writes its outcome to the table. Returns the milliseconds after which it may begin again;
 * undefined if it has ended. `limitMs` is the time that is left for its work here.
 */
export const doJob = async (
  place: JobPlace,
  taken: TakenJob,
  signal: AbortSignal,
  limitMs?: number,
): Promise<number | undefined> => {
  const { endpoints, table, queue, untilAnswered } = place;
  const item = await untilAnswered(() => readItem(table, jobKey(taken.account, taken.id)));
  const job = item && toJob(item);
  if (job === undefined || job.end !== undefined) {
    await untilAnswered(() => queue.remove(taken));
    return undefined;
  }
  const endpoint = endpoints.get(job.request.operation);
  const attempt = endpoint && (await runJob(endpoint, job, taken, { signal, limitMs }));
  if (attempt !== undefined && "end" in attempt) {
    await writeEnd(place, job, attempt.end, taken);
    return undefined;
  }
  const { counts, delayMs } = attempt?.again ?? { counts: false, delayMs: UNKNOWN_DELAY_MS };
  const afterMs = signal.aborted ? 0 : delayMs;
  await untilAnswered(() => queue.putBack(taken, afterMs, counts));
  return afterMs;
};
