import { randomBytes } from "node:crypto";
import { type Item, type PrimaryKey, textIn } from "../accounts/account.ts";
import type { Caller } from "../accounts/keys.ts";
import type { Refusal } from "../errors/service-error.ts";
import type { Warning } from "../output/warnings.ts";

/** The states of a job. The last three are ends. */
export const JOB_STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Milliseconds after its end for which a job can be looked up. */
export const JOB_LIFETIME_MS = 7 * 86_400_000;

/** Characters that the address of a callback may have. */
export const CALLBACK_URL_LIMIT_CHARACTERS = 2048;

/** The address to which the end of a job or batch is reported. */
export interface CallbackTarget {
  readonly url: string;
  /** The origin at which the caller reached this service, for the addresses in the callback. */
  readonly origin: string;
}

/** What is known of a job from its beginning. Moments are in ms since 1970. */
export interface JobRequest {
  readonly caller: Caller;
  readonly id: string;
  /** The path of its endpoint. */
  readonly operation: string;
  /** Credits that are reserved for it. */
  readonly credits: number;
  readonly createdAt: number;
  /** The name of the plan of the account when it was submitted. */
  readonly plan: string;
  readonly body: JobBody;
  readonly callback?: CallbackTarget | undefined;
  /** The address of the queue of SQS that has its message; undefined for a job that runners find in the table. */
  readonly queue?: string | undefined;
  /** The batch that it is a part of. */
  readonly batch?: BatchPlace | undefined;
}

/** Where the body of a job is stored, and its content type and bytes. */
export interface JobBody {
  readonly reference: string;
  readonly type: string;
  readonly bytes: number;
  /** Where it begins in what is stored, if that has the bodies of a whole batch. */
  readonly start?: number | undefined;
  /** Whether it is an upload, whose type only the store knows. */
  readonly isUpload?: boolean | undefined;
}

/** The batch of a job, its place in it, counted from 0, and the caller's own name for it. */
export interface BatchPlace {
  readonly id: string;
  readonly index: number;
  readonly name?: string | undefined;
}

/** The result of a job in the store, until a moment. */
export interface JobResult {
  readonly reference: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly tag: string;
  /** Its CRC-32, as ZIP archives have it. */
  readonly checksum?: number | undefined;
  readonly expiresAt: number;
}

export interface JobEnd {
  readonly state: "succeeded" | "failed" | "cancelled";
  readonly at: number;
  readonly startedAt?: number | undefined;
  readonly attempts: number;
  /** Its price, if that is lower than the reservation. */
  readonly credits?: number | undefined;
  /** Undefined for a job that has none, and once the result was removed. */
  readonly result?: JobResult | undefined;
  readonly pages?: number | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly error?: Refusal | undefined;
}

/** A job as its item holds it. */
export interface Job {
  readonly request: JobRequest;
  readonly end: JobEnd | undefined;
  /** The token of the runner that has ended it. */
  readonly endedBy: string | undefined;
}

const ID_FORMAT = /^[0-9a-z]{9}[0-9a-f]{32}$/;
const TIME_LENGTH = 9;

/** A new id: the moment in milliseconds, so that ids sort by age, and 128 random bits. */
export const newJobId = (now: number): string =>
  Math.floor(now).toString(36).padStart(TIME_LENGTH, "0") + randomBytes(16).toString("hex");

/** The moment (ms since 1970) at which a job with this id was made. */
export const createdAtOf = (id: string): number => Number.parseInt(id.slice(0, TIME_LENGTH), 36);

/** Whether a text has the form of a job's id. */
export const isJobId = (id: string): boolean => ID_FORMAT.test(id);

/** Whether a job ended so long before a moment (ms since 1970) that it can no longer be looked up. */
export const isForgotten = ({ end }: Job, now: number): boolean => end !== undefined && end.at <= now - JOB_LIFETIME_MS;

/** The second at which the table may remove a job or batch that has ended. */
export const removalSecond = ({ at }: Pick<JobEnd, "at">): number => Math.ceil((at + JOB_LIFETIME_MS) / 1000);

/** The beginning of the sort keys of an account's jobs. */
export const JOB_SORT_PREFIX = "J#";

/** The key of a job's item. */
export const jobKey = (account: string, id: string): PrimaryKey => ({
  pk: { S: `ACC#${account}` },
  sk: { S: JOB_SORT_PREFIX + id },
});

/** The item of a new job. It has no time to live before the job ends. */
export const newJobItem = (request: JobRequest): Item => ({
  ...jobKey(request.caller.account, request.id),
  d: { S: JSON.stringify(request) },
});

export const toJob = (item: Item): Job => ({
  request: JSON.parse(textIn(item, "d")) as JobRequest,
  end: item["e"]?.S === undefined ? undefined : (JSON.parse(item["e"].S) as JobEnd),
  endedBy: item["o"]?.S,
});
