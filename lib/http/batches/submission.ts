import { randomBytes } from "node:crypto";
import { accounts } from "../../accounts/accounts.ts";
import type { KeyUse } from "../../accounts/metered-request.ts";
import type { MeterResult } from "../../accounts/rate-window.ts";
import type { Table } from "../../accounts/table.ts";
import { utcDay } from "../../accounts/usage.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { type BatchRequest, LIST_LIMIT_BYTES, newBatchId, newBatchItem, toBatch } from "../../jobs/batches/batch.ts";
import { batchJobs, type FoundBatch, findBatch } from "../../jobs/batches/find.ts";
import { submitBatch } from "../../jobs/batches/submit.ts";
import type { CallbackTarget } from "../../jobs/job.ts";
import { jobOfKey, openJobsRefusal } from "../../jobs/submit.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { MB } from "../../settings/megabyte.ts";
import type { Plan } from "../../settings/plan.ts";
import { hasRoomForResults, openBatchList, putBatchList, removeBatchList } from "../../stored-bodies/job-bodies.ts";
import { newReference } from "../../stored-bodies/reference.ts";
import { asAccount } from "../../turns/account.ts";
import { callbackFingerprint, callbackTarget } from "../callback-url.ts";
import { headerOf, isDryRun } from "../exchange.ts";
import { IDEMPOTENCY_HEADER, keyRefusals } from "../idempotency.ts";
import { notStored, tooManyResults } from "../job-refusals.ts";
import { logFailure } from "../log.ts";
import { lapseTime } from "../meter.ts";
import type { Middleware } from "../middleware.ts";
import { checkEncoding, receiveBody } from "../read-body.ts";
import type { Accounted, Arrived, Authenticated, Received, Recorded } from "../request.ts";
import { KeyTaken, keyUseOf } from "../respond-async.ts";
import type { ListJob, ReadList } from "./read-list.ts";
import { readListInThread } from "./threads.ts";

/** The path of batches, as the log has it. */
export const BATCHES_OPERATION = "/batches";

const HOUR_MS = 3_600_000;

/** The contract of an endpoint, or the part of it that JSON can hold. */
export interface BatchContract {
  readonly path: string;
  readonly accepts: { readonly json?: unknown; readonly form?: unknown };
  readonly credits: number | { readonly of: Readonly<Record<string, number>> };
  /** An endpoint whose output has no name makes no documents, so that a batch cannot call it. */
  readonly output: { readonly name?: string | undefined };
  /** The URL of the SQS queue for its jobs; undefined on a server. */
  readonly queue?: string | undefined;
}

/** A request that is answered with a batch: a new one, or the one that its idempotency key names. */
export interface Batched {
  readonly batch: FoundBatch;
}

type Submittable = Received & Recorded & Authenticated & Accounted & Arrived;

/** The most credits that a job of an operation costs on a plan. The price of its own input is known only when it is done. */
const highestPrice = ({ path, credits }: BatchContract, { prices }: Plan): number => {
  const own = prices[path];
  if (typeof own === "number") return own;
  if (typeof credits === "number") return credits;
  return Math.max(...Object.entries(credits.of).map(([name, cost]) => own?.[name] ?? cost));
};

const never = () => false;

/** Receives the list of a batch, and has it read by `read`. Throws the refusal. */
const receive = async (
  request: Submittable,
  contracts: readonly BatchContract[],
  read: (list: ListJob) => Promise<ReadList>,
): Promise<ReadList> => {
  const { context } = request;
  if (isDryRun(request)) throw new ServiceError("INVALID_REQUEST", "Prefer must not be dry-run: batches have none.");
  const type = (headerOf(request, "content-type") ?? "").split(";", 1).join().trim().toLowerCase();
  const isLines = type === "application/x-ndjson";
  if (!isLines && type !== "application/json")
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "Content-Type must be application/json or application/x-ndjson.");
  checkEncoding(request);
  if (request.body === null) throw new ServiceError("INVALID_REQUEST", "The request has no body.");
  const tooLarge = () => new ServiceError("FILE_TOO_LARGE", `The list is larger than ${LIST_LIMIT_BYTES / MB} MB.`);
  const bytes = await receiveBody(request, LIST_LIMIT_BYTES, never, tooLarge);
  request.bytesIn = bytes.length;
  request.receivedAt = performance.now();
  context.hold?.(bytes.length); // for the bodies, which are made of it
  const operations = Object.fromEntries(
    contracts.map(({ path, accepts }) => [
      path,
      { takesJson: accepts.json !== undefined, takesForm: accepts.form !== undefined },
    ]),
  );
  return asAccount(request.caller.account, () => read({ bytes, isLines, operations, now: Date.now() }));
};

/** Whether a batch has failed as a whole because its list was not stored. The answer to its submission was an error too. */
const hasFailedBeforeStart = async (table: Table, { request, endedAt, failed }: FoundBatch): Promise<boolean> => {
  if (endedAt === undefined || failed < request.count) return false;
  const { entries } = await batchJobs(table, request, { limit: 1 }, Date.now());
  return entries.length === 0;
};

/** Whether a batch will fail as a whole: its list was removed because its submission seemed to have failed. */
const hasLostList = async ({ request, submitted, cancelledAt, endedAt }: FoundBatch): Promise<boolean> => {
  if (submitted > 0 || (cancelledAt ?? endedAt) !== undefined) return false;
  const list = await openBatchList(request.caller.account, request.list).catch((cause) => {
    throw notStored("The batch", cause);
  });
  await list?.close();
  return list === undefined;
};

/** The batch that a key already names. If it is gone or never started, only its id is returned, and a new batch replaces it. */
const earlierBatch = async (account: string, keyUse: KeyUse): Promise<FoundBatch | { readonly replaced?: string }> => {
  const { table } = accounts();
  const id = await jobOfKey(table, account, keyUse, Date.now());
  if (id === "mismatch") throw keyRefusals.mismatch();
  if (id === undefined) return {};
  const batch = await findBatch(table, account, id, Date.now());
  if (batch === undefined || (await hasFailedBeforeStart(table, batch))) return { replaced: id };
  if (await hasLostList(batch)) throw keyRefusals.running();
  return batch;
};

type Draft = Omit<BatchRequest, "plan" | "credits" | "prices" | "queues" | "resultMs">;

interface NamedKey {
  readonly keyUse?: KeyUse | undefined;
  readonly replaced?: string | undefined;
}

/** Reserves the credits of a batch whose list is stored, and puts the batch into its queue. Throws the refusal of the account. */
const reserve = async (
  request: Submittable,
  draft: Draft,
  { counts, contracts }: { readonly counts: ReadList["counts"]; readonly contracts: readonly BatchContract[] },
  key: NamedKey,
): Promise<{ readonly submitted: BatchRequest; readonly standing: MeterResult }> => {
  const { caller, requestId } = request;
  const { meter, table } = accounts();
  const used = contracts.filter(({ path }) => counts[path] !== undefined);
  const pricesOn = (plan: Plan) =>
    Object.fromEntries(used.map((contract) => [contract.path, highestPrice(contract, plan)]));
  const sumOn = (plan: Plan) =>
    Object.entries(pricesOn(plan)).reduce((sum, [path, price]) => sum + price * (counts[path] ?? 0), 0);
  const queues = used.flatMap(({ path, queue }) => (queue === undefined ? [] : [[path, queue] as const]));
  const queued = queues.length > 0 ? { queues: Object.fromEntries(queues) } : {};
  let submitted: BatchRequest | undefined;
  const metered = { operation: BATCHES_OPERATION, day: utcDay(draft.createdAt), credits: 0, expires: lapseTime() };
  const standing = await meter.reserve({ caller, requestId, ...metered }, sumOn, async ({ credits }, plan, now) => {
    const resultMs = plan.jobs.resultHours * HOUR_MS;
    submitted = { ...draft, plan: plan.name, credits, prices: pricesOn(plan), ...queued, resultMs };
    const { outcome, account } = await submitBatch(table, submitted, { plan, ...key }, now);
    if (outcome === "key-taken") throw new KeyTaken();
    const refusal = account && outcome === "refused" ? openJobsRefusal(account, plan, submitted) : undefined;
    return { done: outcome === "submitted", account, wasRepeated: false, refusal };
  });
  request.standing = standing;
  if (standing.refusal !== undefined || submitted === undefined) throw standing.refusal ?? notStored("The batch");
  return { submitted, standing };
};

/** Stores the list of a batch and submits the batch. The list is removed if the batch is refused, or if the outcome is unknown. */
const submit = async (
  request: Submittable,
  { stored, start, counts }: ReadList,
  contracts: readonly BatchContract[],
  { callback, ...key }: NamedKey & { readonly callback: CallbackTarget | undefined },
): Promise<BatchRequest> => {
  const { caller } = request;
  const createdAt = Date.now();
  const reference = newReference(createdAt);
  const count = Object.values(counts).reduce((sum, number) => sum + number, 0);
  await putBatchList(caller.account, reference, stored).catch((cause) => {
    throw notStored("The batch", cause);
  });
  const draft = {
    caller,
    id: newBatchId(createdAt),
    createdAt,
    count,
    bytes: start,
    list: { reference, start, bytes: stored.length - start },
    secret: randomBytes(16).toString("hex"),
    ...(callback && { callback }),
  };
  try {
    return (await reserve(request, draft, { counts, contracts }, key)).submitted;
  } catch (error) {
    await removeBatchList(caller.account, reference).catch((failure) =>
      logFailure("removing the list of a batch", failure, request.requestId),
    );
    throw error instanceof KeyTaken ? keyRefusals.running() : error;
  }
};

/**
 * Makes a batch of a list, or finds the one that its Idempotency-Key names. A refused request counts too. `read` may transfer the
 * bytes of the list to another thread.
 */
export const submission = (
  contracts: readonly BatchContract[],
  read: (list: ListJob) => Promise<ReadList> = readListInThread,
): Middleware<Submittable, Batched> => ({
  before: async (request) => {
    const { caller } = request;
    const { meter } = accounts();
    const counted = async () => {
      request.standing = await meter.countRequest(caller);
      if (request.standing.refusal !== undefined) throw request.standing.refusal;
    };
    try {
      const callback = await callbackTarget(request);
      const list = await receive(request, contracts, read);
      const fingerprint = `batch ${list.digest}${callbackFingerprint(callback)}`;
      const keyUse = keyUseOf(headerOf(request, IDEMPOTENCY_HEADER), fingerprint);
      const earlier = keyUse && (await earlierBatch(caller.account, keyUse));
      if (earlier && "request" in earlier) {
        await counted();
        return { batch: earlier };
      }
      const { open } = meter.planOf(caller).jobs;
      const count = Object.values(list.counts).reduce((sum, number) => sum + number, 0);
      if (count > open)
        throw new ServiceError(
          "INVALID_REQUEST",
          `requests must be at most ${open}: no more jobs may be open at once.`,
        );
      if (!(await hasRoomForResults(caller.account))) throw tooManyResults();
      const submitted = await submit(request, list, contracts, { keyUse, ...earlier, callback });
      jobTaker()?.wakeBatches();
      return { batch: toBatch(newBatchItem(submitted)) };
    } catch (error) {
      if (request.standing === undefined) await counted();
      throw error;
    }
  },
});
