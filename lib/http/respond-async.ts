import { createHash } from "node:crypto";
import { accounts } from "../accounts/accounts.ts";
import type { KeyUse } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import { utcDay } from "../accounts/usage.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { type FoundJob, findJob } from "../jobs/find.ts";
import { type JobRequest, newJobId } from "../jobs/job.ts";
import { jobOfKey, openJobsRefusal, submitJob } from "../jobs/submit.ts";
import { jobTaker } from "../jobs/taker.ts";
import { bodyStore } from "../stored-bodies/body-store.ts";
import { keyOf, newReference } from "../stored-bodies/reference.ts";
import { headerOf, isDryRun, prefers } from "./exchange.ts";
import { IDEMPOTENCY_HEADER, keyRefusals, VISIBLE_ASCII } from "./idempotency.ts";
import { logFailure } from "./log.ts";
import { lapseTime } from "./meter.ts";
import type { Middleware } from "./middleware.ts";
import type {
  Accounted,
  Authenticated,
  BodyRead,
  Deferrable,
  Deferred,
  Received,
  Recorded,
  Referred,
} from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

/** Milliseconds that the store may take for the body of a job. */
const KEEP_BODY_LIMIT_MS = 60_000;

const notKept = (cause: unknown) =>
  new ServiceError("SERVICE_UNAVAILABLE", "The job cannot be stored.", {
    reason: "store-unreachable",
    retryAfter: 60,
    cause,
  });

/** Removes the body of a job. It expires by itself if that fails. */
export const removeJobBody = async (account: string, reference: string): Promise<void> => {
  try {
    await (await bodyStore()).remove(keyOf(account, reference));
  } catch (error) {
    logFailure("removing the body of a job", error);
  }
};

/** Keeps the body of a request that is to be answered later, as soon as it has arrived. Only what becomes a job stays. */
export const keepJobBody = <Input>({
  output,
}: Contract<Input>): Middleware<Received & Recorded & Authenticated & Referred & Partial<Deferred>, Deferrable> => {
  const removeUnused = async ({ caller, jobBody, deferred }: Authenticated & Partial<Deferrable & Deferred>) => {
    if (jobBody === undefined || deferred?.isNew) return;
    if (jobBody.isKept) await removeJobBody(caller.account, jobBody.reference);
  };
  return {
    before: (request) => {
      const isWanted = output.name !== undefined && prefers(request, "respond-async") && !isDryRun(request);
      if (!isWanted || jobTaker() === undefined || request.context.job !== undefined) return {};
      const reference = newReference(Date.now());
      const type = headerOf(request, "content-type") ?? "";
      const jobBody = {
        reference,
        type,
        bytes: 0,
        isKept: false,
        keep: async (bytes: Uint8Array) => {
          jobBody.bytes = bytes.length;
          const key = keyOf(request.caller.account, reference);
          const body = { contentType: type, contentLength: bytes.length };
          const content = async function* () {
            yield bytes;
          };
          try {
            await (await bodyStore()).put(key, body, content, AbortSignal.timeout(KEEP_BODY_LIMIT_MS));
            jobBody.isKept = true;
          } catch (error) {
            throw notKept(error);
          }
        },
      };
      return { jobBody };
    },
    after: removeUnused,
    onError: removeUnused,
  };
};

type Submittable<Input> = Received & Recorded & Authenticated & Accounted & BodyRead<Input> & Deferrable;

/** Thrown out of a reservation whose key another request has taken in the meantime. */
class KeyTaken extends Error {}

/** Reserves the credits of a job and puts it into the queue. Throws the refusal of the account, and KeyTaken. */
const submit = async (
  request: Submittable<unknown>,
  job: Omit<JobRequest, "credits" | "plan">,
  keyUse: KeyUse | undefined,
): Promise<{ readonly job: JobRequest; readonly standing: MeterResult }> => {
  const { caller, requestId, checked } = request;
  if ("refusal" in checked) throw checked.refusal;
  const { meter, table } = accounts();
  const { operation, createdAt } = job;
  let submitted: JobRequest = { ...job, credits: 0, plan: "" };
  const metered = { caller, requestId, operation, day: utcDay(createdAt), credits: 0, expires: lapseTime() };
  const standing = await meter.reserve(metered, checked.priceOn, async ({ credits }, plan, now) => {
    submitted = { ...job, credits, plan: plan.name };
    const { outcome, account } = await submitJob(table, submitted, { plan, keyUse }, now);
    if (outcome === "key-taken") throw new KeyTaken();
    const refusal = account && outcome === "refused" ? openJobsRefusal(account, plan, job.body.bytes) : undefined;
    return { done: outcome === "submitted", account, wasRepeated: false, refusal };
  });
  request.standing = standing;
  if (standing.refusal !== undefined) throw standing.refusal;
  return { job: submitted, standing };
};

/** The key of a request that is to be answered later. The same request that is to be answered at once is another one. */
const keyUseOf = (key: string | undefined, fingerprint: string): KeyUse | undefined => {
  if (key === undefined) return undefined;
  if (!VISIBLE_ASCII.test(key)) throw keyRefusals.malformed();
  return { keyHash: createHash("sha256").update(key).digest("hex"), fingerprint: `respond-async ${fingerprint}` };
};

/** The job that a key names already; undefined if it names none. */
const earlierJob = async (account: string, keyUse: KeyUse): Promise<FoundJob | undefined> => {
  const { table } = accounts();
  const id = await jobOfKey(table, account, keyUse, Date.now());
  if (id === "mismatch") throw keyRefusals.mismatch();
  return id === undefined ? undefined : findJob(table, account, id, Date.now());
};

/** Makes a job of a request that is to be answered later, or finds the one that its Idempotency-Key names. */
export const defer = <Input>({
  path,
}: Contract<Input>): Middleware<Submittable<Input>, Deferred & Partial<Pick<BodyRead<Input>, "checked">>> => ({
  before: async (request) => {
    const { jobBody, checked, caller } = request;
    if (jobBody === undefined || "refusal" in checked) return {};
    let keyUse: KeyUse | undefined;
    try {
      keyUse = keyUseOf(headerOf(request, IDEMPOTENCY_HEADER), checked.fingerprint);
      const earlier = keyUse && (await earlierJob(caller.account, keyUse));
      if (earlier) return { deferred: { job: earlier, isNew: false } };
    } catch (error) {
      return { checked: { refusal: toServiceError(error) } };
    }
    const createdAt = Date.now();
    const { reference, type, bytes } = jobBody;
    const draft = { caller, id: newJobId(createdAt), operation: path, createdAt, body: { reference, type, bytes } };
    try {
      const { job, standing } = await submit(request as Submittable<unknown>, draft, keyUse);
      jobTaker()?.wake();
      const found: FoundJob = { request: job, end: undefined, endedBy: undefined, entry: undefined, state: "queued" };
      return { deferred: { job: found, isNew: true, standing } };
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      return { checked: { refusal: keyRefusals.running() } };
    }
  },
});
