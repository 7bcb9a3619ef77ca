import { type Item, type PrimaryKey, textIn } from "../../accounts/account.ts";
import { numberValue } from "../../accounts/expressions.ts";
import type { Caller } from "../../accounts/keys.ts";
import { MB } from "../../settings/megabyte.ts";
import { type CallbackTarget, isJobId, JOB_LIFETIME_MS, newJobId } from "../job.ts";

/** Jobs that a batch may have. */
export const BATCH_JOBS_LIMIT = 10_000;

/** Bytes that the list of a batch may have, and the bodies that are made of it. */
export const LIST_LIMIT_BYTES = 100 * MB;

/** The states of a batch. The last one is its end. */
export const BATCH_STATES = ["running", "cancelling", "ended"] as const;

/** What is known of a batch from its beginning. Moments are in ms since 1970. */
export interface BatchRequest {
  readonly caller: Caller;
  readonly id: string;
  readonly createdAt: number;
  /** The name of the plan of the account when it was submitted. */
  readonly plan: string;
  /** The number of its jobs, the bytes of their bodies, and the credits that are reserved for them. */
  readonly count: number;
  readonly bytes: number;
  readonly credits: number;
  /** The credits that are reserved for a job, by the path of its endpoint. */
  readonly prices: Readonly<Record<string, number>>;
  /** The addresses of the SQS queues that get the messages of its jobs, by the path of their endpoint; none on a server. */
  readonly queues?: Readonly<Record<string, string>> | undefined;
  /** The store's reference of its bodies and of the list of its jobs, which follows them: where it begins, and its bytes. */
  readonly list: { readonly reference: string; readonly start: number; readonly bytes: number };
  /** The secret part of the address of its results, and the milliseconds for which they are kept. */
  readonly secret: string;
  readonly resultMs: number;
  readonly callback?: CallbackTarget | undefined;
}

/** A batch as its item holds it. */
export interface Batch {
  readonly request: BatchRequest;
  /** The number of its jobs that are submitted, and the credits and bytes of the others. */
  readonly submitted: number;
  readonly unsubmittedCredits: number;
  readonly unsubmittedBytes: number;
  /** The numbers of its jobs that have not ended, and of those that have. */
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly creditsReserved: number;
  readonly creditsUsed: number;
  /** When it was cancelled, and when the last of its jobs ended. */
  readonly cancelledAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** The beginning of the sort keys of an account's batches. */
export const BATCH_SORT_PREFIX = "B#";

export const batchKey = (account: string, id: string): PrimaryKey => ({
  pk: { S: `ACC#${account}` },
  sk: { S: BATCH_SORT_PREFIX + id },
});

/** Hexadecimal digits at the end of a job's id that count the jobs of a batch. The others are those of the batch's id. */
const INDEX_DIGITS = 5;

/** The id of a job of a batch: jobs are in the order of their ids. */
export const jobIdIn = (batchId: string, index: number): string =>
  batchId.slice(0, -INDEX_DIGITS) + index.toString(16).padStart(INDEX_DIGITS, "0");

/** What the id of a batch has in place of an index, which is smaller: no job has its id. */
const OWN_INDEX = 16 ** INDEX_DIGITS - 1;

/** A new id of a batch. */
export const newBatchId = (now: number): string => jobIdIn(newJobId(now), OWN_INDEX);

/** Whether a text has the form of a batch's id. */
export const isBatchId = isJobId;

/** The item of a new batch. It has no time to live before the batch ends. */
export const newBatchItem = (request: BatchRequest): Item => ({
  ...batchKey(request.caller.account, request.id),
  d: { S: JSON.stringify(request) },
  bi: numberValue(0),
  rc: numberValue(request.credits),
  rb: numberValue(request.bytes),
  bo: numberValue(request.count),
  bs: numberValue(0),
  bf: numberValue(0),
  bc: numberValue(0),
  br: numberValue(request.credits),
  bu: numberValue(0),
});

const momentIn = (item: Item, attribute: string): number | undefined =>
  item[attribute]?.N === undefined ? undefined : Number(item[attribute].N);

export const toBatch = (item: Item): Batch => {
  const numberIn = (attribute: string) => momentIn(item, attribute) ?? 0;
  return {
    request: JSON.parse(textIn(item, "d")) as BatchRequest,
    submitted: numberIn("bi"),
    unsubmittedCredits: numberIn("rc"),
    unsubmittedBytes: numberIn("rb"),
    open: numberIn("bo"),
    succeeded: numberIn("bs"),
    failed: numberIn("bf"),
    cancelled: numberIn("bc"),
    creditsReserved: numberIn("br"),
    creditsUsed: numberIn("bu"),
    cancelledAt: momentIn(item, "bx"),
    endedAt: momentIn(item, "bz"),
  };
};

/** Whether a batch ended so long before a moment (ms since 1970) that it can no longer be looked up. */
export const isBatchForgotten = ({ endedAt }: Batch, now: number): boolean =>
  endedAt !== undefined && endedAt <= now - JOB_LIFETIME_MS;
