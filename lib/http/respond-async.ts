import { createHash } from "node:crypto";
import { accounts } from "../accounts/accounts.ts";
import type { KeyUse } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import { utcDay } from "../accounts/usage.ts";
import type { Contract } from "../contract/contract.ts";
import { toRefusal } from "../errors/service-error.ts";
import { endJob } from "../jobs/end.ts";
import { type FoundJob, findJob } from "../jobs/find.ts";
import { type JobRequest, newJobId } from "../jobs/job.ts";
import { jobOfKey, openJobsRefusal, submitJob } from "../jobs/submit.ts";
import { jobTaker } from "../jobs/taker.ts";
import { hasRoomForResults, putJobBody, removeJobBody } from "../stored-bodies/job-bodies.ts";
import { newReference } from "../stored-bodies/reference.ts";
import { callbackFingerprint } from "./callback-url.ts";
import { headerOf, isDryRun, prefers } from "./exchange.ts";
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, keyRefusals } from "./idempotency.ts";
import { notStored, tooManyResults } from "./job-refusals.ts";
import { logFailure } from "./log.ts";
import { lapseTime } from "./meter.ts";
import type { Middleware } from "./middleware.ts";
import type {
  Accounted,
  Authenticated,
  BodyRead,
  CalledBack,
  Deferrable,
  Deferred,
  Received,
  Recorded,
  Referred,
} from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

/** Marks a request that is to be answered later, so that its body is remembered as it arrives. */
export const markDeferrable = <Input>({ output }: Contract<Input>): Middleware<Received & Referred, Deferrable> => ({
  before: (request) => {
    const isWanted = output.name !== undefined && prefers(request, "respond-async") && !isDryRun(request);
    if (!isWanted || jobTaker() === undefined || request.context.job !== undefined) return {};
    return { jobBody: { type: headerOf(request, "content-type") ?? "", bytes: new Uint8Array() } };
  },
});

type Submittable<Input> = Received & Recorded & Authenticated & Accounted & BodyRead<Input> & CalledBack & Deferrable;

/** Thrown within a reservation if another request has claimed the key in the meantime. */
export class KeyTaken extends Error {}

/** Reserves the credits of a job and puts it into the queue. Throws the refusal of the account, and KeyTaken. */
const submit = async (
  request: Submittable<unknown>,
  job: Omit<JobRequest, "credits" | "plan">,
  key: NamedKey | undefined,
): Promise<{ readonly job: JobRequest; readonly standing: MeterResult }> => {
  const { caller, requestId, checked } = request;
  if ("refusal" in checked) throw checked.refusal;
  const { meter, table } = accounts();
  const { operation, createdAt } = job;
  let submitted: JobRequest = { ...job, credits: 0, plan: "" };
  const metered = { caller, requestId, operation, day: utcDay(createdAt), credits: 0, expires: lapseTime() };
  const standing = await meter.reserve(metered, checked.priceOn, async ({ credits }, plan, now) => {
    submitted = { ...job, credits, plan: plan.name };
    const { outcome, account } = await submitJob(table, submitted, { plan, ...key }, now);
    if (outcome === "key-taken") throw new KeyTaken();
    const refusal =
      account && outcome === "refused"
        ? openJobsRefusal(account, plan, { count: 1, bytes: job.body.bytes })
        : undefined;
    return { done: outcome === "submitted", account, wasRepeated: false, refusal };
  });
  request.standing = standing;
  if (standing.refusal !== undefined) throw standing.refusal;
  return { job: submitted, standing };
};

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The key of a request that makes jobs. Throws INVALID_REQUEST for one that is malformed. */
export const keyUseOf = (key: string | undefined, fingerprint: string): KeyUse | undefined => {
  if (key === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(key)) throw keyRefusals.malformed();
  return { keyHash: digestOf(key), fingerprint };
};

/** A key, and the earlier job of the key that the new one replaces. */
interface NamedKey {
  readonly keyUse: KeyUse;
  readonly replaced?: string;
}

/** The job that a key already names. If the service has failed to do it, only its id is returned, and a new job replaces it. */
const earlierJob = async (account: string, keyUse: KeyUse): Promise<FoundJob | { readonly replaced?: string }> => {
  const { table } = accounts();
  const id = await jobOfKey(table, account, keyUse, Date.now());
  if (id === "mismatch") throw keyRefusals.mismatch();
  if (id === undefined) return {};
  const job = await findJob(table, account, id, Date.now());
  return job === undefined || job.end?.error?.code === "SERVICE_UNAVAILABLE" ? { replaced: id } : job;
};

/** Stores the body of a job that is in the queue. If that fails, the job fails, and the caller gets the error. */
const storeBody = async (job: JobRequest, bytes: Uint8Array): Promise<void> => {
  try {
    await putJobBody(job.caller.account, job.body.reference, bytes);
  } catch (cause) {
    const error = notStored("The job", cause);
    const end = { state: "failed", at: Date.now(), attempts: 0, error: toRefusal(error) } as const;
    // A store that does not answer may still have the body. If the table cannot be reached either, the job fails later without it.
    const steps = [
      removeJobBody(job.caller.account, job.body, false),
      // The caller got no job, so no callback reports its end.
      endJob(accounts().table, { ...job, callback: undefined }, end, undefined),
    ];
    for (const step of await Promise.allSettled(steps))
      if (step.status === "rejected") logFailure("ending a job", step.reason, job.id);
    throw error;
  }
};

/** Makes a job of a request that is to be answered later, or finds the one that its Idempotency-Key names. */
export const defer = <Input>({
  path,
}: Contract<Input>): Middleware<Submittable<Input>, Deferred & Partial<Pick<BodyRead<Input>, "checked">>> => ({
  before: async (request) => {
    const { jobBody, checked, caller, callback } = request;
    if (jobBody === undefined || "refusal" in checked) return {};
    const { account } = caller;
    let key: NamedKey | undefined;
    try {
      // The same request counts as another one if it is to be answered at once.
      const fingerprint = `respond-async ${checked.fingerprint}${callbackFingerprint(callback)}`;
      const keyUse = keyUseOf(headerOf(request, IDEMPOTENCY_HEADER), fingerprint);
      const earlier = keyUse && (await earlierJob(account, keyUse));
      if (earlier && "request" in earlier) return { deferred: { job: earlier, isNew: false } };
      key = keyUse && { keyUse, ...earlier };
      if (!(await hasRoomForResults(account))) throw tooManyResults();
    } catch (error) {
      return { checked: { refusal: toServiceError(error) } };
    }
    const createdAt = Date.now();
    const { type, bytes } = jobBody;
    const body = { reference: newReference(createdAt), type, bytes: bytes.length };
    try {
      const { queue } = jobTaker() ?? {};
      const draft = {
        caller,
        id: newJobId(createdAt),
        operation: path,
        createdAt,
        body,
        ...(callback && { callback }),
        ...(queue && { queue }),
      };
      const { job, standing } = await submit(request as Submittable<unknown>, draft, key);
      await storeBody(job, bytes).catch((error: unknown) => {
        request.standing = { ...standing, balance: standing.balance + job.credits };
        throw error;
      });
      jobBody.bytes = new Uint8Array();
      await jobTaker()?.wake(job);
      const found: FoundJob = { request: job, end: undefined, endedBy: undefined, entry: undefined, state: "queued" };
      return { deferred: { job: found, isNew: true, standing } };
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error;
      return { checked: { refusal: keyRefusals.running() } };
    }
  },
});
