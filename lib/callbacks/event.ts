import type { Table } from "../accounts/table.ts";
import { findBatch } from "../jobs/batches/find.ts";
import { batchView } from "../jobs/batches/view.ts";
import type { DeliveryRequest, DeliverySubject } from "../jobs/delivery.ts";
import { findJob } from "../jobs/find.ts";
import { moment } from "../jobs/moment.ts";
import { jobView } from "../jobs/view.ts";

/** The message of a callback: that something has ended, when, and its state now. */
interface CallbackEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}

/** Finds the message of the callback of a subject at a moment (ms since 1970); undefined if the subject no longer exists. */
type EventFinder = (table: Table, request: DeliveryRequest, now: number) => Promise<CallbackEvent | undefined>;

/** Bytes of the body of a callback at most: Standard Webhooks recommends less than 20 KB. */
const BODY_LIMIT_BYTES = 20_000;

/** Characters of the message of an error in a callback. */
const MESSAGE_LIMIT_CHARACTERS = 2000;

/** The id of the callback of an end. It is the same however often it is sent, so that receivers know repetitions. */
export const messageId = ({ id }: Pick<DeliverySubject, "id">): string => `msg_${id}`;

type JobView = ReturnType<typeof jobView>;

const withShortMessage = (view: Omit<JobView, "callback">): Omit<JobView, "callback"> => {
  if (view.error === undefined || view.error.message.length <= MESSAGE_LIMIT_CHARACTERS) return view;
  const message = `${view.error.message.slice(0, MESSAGE_LIMIT_CHARACTERS).toWellFormed()} …`;
  return { ...view, error: { ...view.error, message } };
};

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A job with as many of its warnings as there is room for; `warningsLeftOut` counts the others. */
const withinLimit = (view: Omit<JobView, "callback">, limitBytes: number): object => {
  if (sizeOf(view) <= limitBytes) return view;
  const { warnings = [], ...rest } = withShortMessage(view);
  let room = limitBytes - sizeOf({ ...rest, warnings: [], warningsLeftOut: warnings.length });
  let count = 0;
  for (const warning of warnings) {
    room -= sizeOf(warning) + 1;
    if (room < 0) break;
    count++;
  }
  return {
    ...rest,
    ...(count > 0 && { warnings: warnings.slice(0, count) }),
    ...(count < warnings.length && { warningsLeftOut: warnings.length - count }),
  };
};

/** The message about a job: the job as `GET` returns it, without its callback. */
const jobEvent: EventFinder = async (table, { account, id, origin }, now) => {
  const job = await findJob(table, account, id, now);
  if (job?.end === undefined) return undefined;
  const { callback: _, ...view } = jobView(job, origin, now);
  const [type, timestamp] = [`job.${job.end.state}`, moment(job.end.at)];
  return { type, timestamp, data: withinLimit(view, BODY_LIMIT_BYTES - sizeOf({ type, timestamp, data: {} })) };
};

/** The message about a batch: the batch as `GET` returns it, without its callback. */
const batchEvent: EventFinder = async (table, { account, id, origin }, now) => {
  const batch = await findBatch(table, account, id, now);
  if (batch?.endedAt === undefined) return undefined;
  const { callback: _, ...data } = batchView(batch, origin, now);
  return { type: "batch.ended", timestamp: moment(batch.endedAt), data };
};

/** How the events of all kinds of subjects are found. */
export const EVENT_FINDERS: Readonly<Record<DeliverySubject["kind"], EventFinder>> = {
  job: jobEvent,
  batch: batchEvent,
};
