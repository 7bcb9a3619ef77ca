import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Context } from "aws-lambda";
import { accounts } from "../../accounts/accounts.ts";
import { type Refusal, toRefusal } from "../../errors/service-error.ts";
import { storedBodyReader } from "../../http/body-ref.ts";
import { FILE_CHUNK_BYTES } from "../../http/deliver.ts";
import type { Event, Host, Reply } from "../../http/exchange.ts";
import { bytesOf } from "../../http/keep-answer.ts";
import { logFailure } from "../../http/log.ts";
import { discardBody } from "../../http/open-body.ts";
import { toServiceError } from "../../http/to-service-error.ts";
import { JOB_ATTEMPTS_LIMIT, type TakenJob } from "../../jobs/entry.ts";
import type { Job, JobEnd, JobRequest, JobResult } from "../../jobs/job.ts";
import { MB } from "../../settings/megabyte.ts";
import type { Plan } from "../../settings/plan.ts";
import { openJobBody, putResult, RESULT_LIMIT_BYTES } from "../../stored-bodies/job-bodies.ts";
import type { AnswerFacts } from "../../stored-bodies/kept-answers.ts";
import { BODY_LIFETIME_MS, referenceOf } from "../../stored-bodies/reference.ts";
import { slicesOf } from "../../workers/event-loop.ts";
import type { Endpoint } from "../endpoint.ts";
import { holdBytes } from "../in-flight.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How an attempt at a job went: it has ended, or it is to be tried again. */
type Attempt =
  | { readonly end: JobEnd }
  /** `counts` says whether the job itself may be to blame for the failure. The next attempt begins after the delay. */
  | { readonly again: { readonly counts: boolean; readonly delayMs: number } };

/** Milliseconds until the next attempt after a failure that may pass. */
const RETRY_DELAY_MS = 5000;

/** The outcome of an attempt that says nothing about the job. */
const AGAIN: Attempt = { again: { counts: false, delayMs: RETRY_DELAY_MS } };

/** Milliseconds until the next attempt if the result could not be stored, by the number of attempts so far. */
const STORE_DELAYS_MS = [2000, 15_000, 60_000];

/** Milliseconds after the submission of a job within which its body has to be in the store. */
const BODY_ARRIVAL_LIMIT_MS = 120_000;

/** Milliseconds between two attempts to find the body. */
const BODY_POLL_INTERVAL_MS = 1000;

/** Whether a failure says nothing about the job, so that the next attempt may not have it. */
const isPassing = ({ code, reason }: Refusal): boolean =>
  code === "SERVICE_UNAVAILABLE" || reason === "no-turn-in-time" || reason === "caller-gone";

/** Whether either the job or the service may be to blame for a failure, so that only another attempt can show it. */
const isDoubtful = ({ reason }: Refusal): boolean => reason === "engine-crashed" || reason === "internal-error";

const failed = (error: Refusal, { startedAt, attempts }: TakenJob, now: number): Attempt => ({
  end: { state: "failed", at: now, startedAt, attempts, error },
});

/** The error of a job that no runner began in time. */
export const tooLate: Refusal = {
  code: "PROCESSING_FAILED",
  reason: "no-turn-in-time",
  message: `The job did not begin within ${BODY_LIFETIME_MS / HOUR_MS} hours.`,
};

const neverEnded: Refusal = {
  code: "PROCESSING_FAILED",
  reason: "document-crashes-engine",
  message: `The job was started ${JOB_ATTEMPTS_LIMIT} times, and each time the service ended while it worked on it.`,
};

const bodyLost: Refusal = {
  code: "SERVICE_UNAVAILABLE",
  reason: "store-unreachable",
  message: "The body of the job was not stored.",
};

const uploadGone: Refusal = {
  code: "INVALID_REQUEST",
  reason: "upload-not-found",
  message: "bodyRef must name an upload of this account that has not expired.",
};

const resultLost: Refusal = {
  code: "SERVICE_UNAVAILABLE",
  reason: "store-unreachable",
  message: "The result of the job could not be stored.",
};

const resultTooLarge: Refusal = {
  code: "PROCESSING_FAILED",
  reason: "result-too-large",
  message: `The result has more than ${RESULT_LIMIT_BYTES / MB} MB.`,
};

const FILE_NAME = /filename="([^"]*)"/;

/** Stores the document of an answer as the result of a job. Rejects if the store does not accept it. */
const keepResult = async (
  { caller: { account } }: JobRequest,
  { headers: sent, body }: Reply,
  expiresAt: number,
): Promise<JobResult> => {
  const headers: Readonly<Record<string, string | undefined>> = sent;
  const reference = referenceOf(expiresAt - BODY_LIFETIME_MS, randomBytes(16).toString("hex"));
  const [type, bytes] = [headers["Content-Type"] ?? "", Number(headers["Content-Length"])];
  let checksum = 0;
  await putResult(account, reference, bytes, async function* () {
    checksum = 0;
    for await (const piece of bytesOf(body))
      for await (const slice of slicesOf(piece, FILE_CHUNK_BYTES)) {
        checksum = crc32(slice, checksum);
        yield slice;
      }
  });
  const name = FILE_NAME.exec(headers["Content-Disposition"] ?? "")?.[1] ?? "result";
  return { reference, name, type, bytes, tag: headers["ETag"] ?? `"${reference.slice(-32)}"`, checksum, expiresAt };
};

/** Calls an endpoint, whatever its host is. */
export type EndpointCall = (...request: Parameters<Endpoint>) => ReturnType<Endpoint>;

/** What stops the work on a job: a signal, and a limit of time that may be shorter than that of the plan. */
interface JobBounds {
  readonly signal: AbortSignal;
  readonly limitMs?: number | undefined;
}

/** Calls the endpoint of a job as for a request that has just arrived. */
const callEndpoint = async (
  endpoint: EndpointCall,
  { id, caller, plan: name, credits, body }: JobRequest,
  { signal, limitMs = Number.POSITIVE_INFINITY }: JobBounds,
) => {
  const plan = accounts().meter.planNamed(name);
  const stored = await openJobBody(caller.account, body);
  if (stored === undefined) return undefined;
  const held = holdBytes(() => caller.account);
  const facts: { document: AnswerFacts; credits?: number } = { document: {} };
  const host: Host = {
    hangUp: signal,
    hold: held.add,
    job: {
      id,
      caller,
      plan,
      credits,
      limitMs: Math.min(plan.jobs.minutes * MINUTE_MS, limitMs),
      price: (cost) => {
        facts.credits = cost;
      },
      describe: (document) => {
        facts.document = document;
      },
    },
  };
  const event: Event = {
    headers: { "content-type": body.isUpload ? stored.contentType : body.type },
    body: storedBodyReader(stored, host),
  };
  try {
    const reply = await endpoint(event, host as Context & Host);
    return { reply, facts: facts.document, cost: Math.min(credits, facts.credits ?? credits), plan };
  } finally {
    held.release();
    await stored.close().catch(() => {}); // the reader has closed it, unless it was never begun
  }
};

const refusalIn = ({ body }: Reply): Refusal => JSON.parse(body as string).error;

/** The answer of an endpoint to a job, and what it costs on its plan. */
interface Answered {
  readonly reply: Reply;
  readonly facts: AnswerFacts;
  readonly cost: number;
  readonly plan: Plan;
}

/** The end of a job whose document is made, once its result is stored. */
const succeeded = async (
  request: JobRequest,
  { reply, facts, cost, plan }: Answered,
  taken: TakenJob,
): Promise<Attempt> => {
  const { attempts, startedAt } = taken;
  if (Number(reply.headers["Content-Length"]) > RESULT_LIMIT_BYTES) return failed(resultTooLarge, taken, Date.now());
  try {
    const result = await keepResult(request, reply, Date.now() + plan.jobs.resultHours * HOUR_MS);
    const { pages, warnings } = facts;
    const credits = cost < request.credits ? cost : undefined;
    return { end: { state: "succeeded", at: Date.now(), startedAt, attempts, credits, result, pages, warnings } };
  } catch (error) {
    logFailure("storing the result of a job", error, request.id);
    // Each attempt does the whole work again. A store that stays full must not cause that without end.
    if (attempts >= JOB_ATTEMPTS_LIMIT) return failed(resultLost, taken, Date.now());
    return { again: { counts: true, delayMs: STORE_DELAYS_MS[attempts - 1] ?? 0 } };
  }
};

/** Does a job once, in the same way as a request. */
export const runJob = async (
  endpoint: EndpointCall,
  { request }: Job,
  taken: TakenJob,
  bounds: JobBounds,
): Promise<Attempt> => {
  const { attempts, startedAt } = taken;
  if (attempts > JOB_ATTEMPTS_LIMIT) return failed(neverEnded, taken, Date.now());
  if (startedAt > request.createdAt + BODY_LIFETIME_MS) return failed(tooLate, taken, Date.now());
  try {
    const answer = await callEndpoint(endpoint, request, bounds);
    if (answer === undefined) {
      if (request.body.isUpload) return failed(uploadGone, taken, Date.now());
      if (startedAt > request.createdAt + BODY_ARRIVAL_LIMIT_MS) return failed(bodyLost, taken, Date.now());
      return { again: { counts: false, delayMs: BODY_POLL_INTERVAL_MS } };
    }
    const { reply } = answer;
    if (reply.statusCode !== 200) {
      const error = refusalIn(reply);
      if (isPassing(error)) return AGAIN;
      if (isDoubtful(error) && attempts < JOB_ATTEMPTS_LIMIT)
        return { again: { counts: true, delayMs: RETRY_DELAY_MS } };
      return failed(error, taken, Date.now());
    }
    try {
      return await succeeded(request, answer, taken);
    } finally {
      if (typeof reply.body !== "string") await discardBody(reply.body);
    }
  } catch (error) {
    const refusal = toRefusal(toServiceError(error));
    if (refusal.reason !== "internal-error" && !isPassing(refusal)) return failed(refusal, taken, Date.now());
    return AGAIN;
  }
};
