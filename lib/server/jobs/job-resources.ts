import { accountKey, toAccount } from "../../accounts/account.ts";
import { accounts } from "../../accounts/accounts.ts";
import { RecentLooks } from "../../accounts/recent-looks.ts";
import { readItem } from "../../accounts/write.ts";
import { sendAgain } from "../../callbacks/send-again.ts";
import { wakeCallbackSender } from "../../callbacks/wake.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { callerOf } from "../../http/authenticate.ts";
import { type Event, jsonReply, originOf, type Reply } from "../../http/exchange.ts";
import { logFailure } from "../../http/log.ts";
import { cancelJob, forgetResult } from "../../jobs/end.ts";
import { type FoundJob, findJob, listJobs, PAGE_LIMIT } from "../../jobs/find.ts";
import { isJobId, JOB_STATES, type JobState } from "../../jobs/job.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { jobView } from "../../jobs/view.ts";
import { removeJobBody, removeResult } from "../../stored-bodies/job-bodies.ts";
import type { Answer, Resource, ResourceRequest } from "../resource.ts";
import { resultAnswer } from "./result.ts";

/** Looks that an account may take at its jobs, in any minute. */
const LOOKS_A_MINUTE = 600;
const looks = new RecentLooks(LOOKS_A_MINUTE, "for its jobs");

const DEFAULT_PAGE_JOBS = 20;

const noJob = () => new ServiceError("NOT_FOUND", "This account has no such job.");
const wrong = (message: string) => new ServiceError("INVALID_REQUEST", message);

/** The account of the key of a request. Throws UNAUTHORIZED also if the account is suspended or the key was revoked. */
const accountOf = async (event: Event): Promise<string> => {
  const { keys, table } = accounts();
  const { account, keyId } = await callerOf(event, keys);
  looks.take(account, performance.now());
  const item = await readItem(table, accountKey(account));
  const found = item && toAccount(item);
  if (!found?.isActive || !found.keyIds.has(keyId))
    throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
  return account;
};

const viewReply = (job: FoundJob, event: Event): Reply => jsonReply(200, jobView(job, originOf(event), Date.now()));

/** The caller's job with an id. Throws NOT_FOUND if the account has no such job. */
const ownJob = async (event: Event, id: string): Promise<{ readonly account: string; readonly job: FoundJob }> => {
  const account = await accountOf(event);
  const job = await findJob(accounts().table, account, id, Date.now());
  if (job === undefined) throw noJob();
  return { account, job };
};

const getJob: Answer = async ({ event, values: [id = ""] }) => viewReply((await ownJob(event, id)).job, event);

/** Cancels a job. One that has ended stays as it is: a caller that comes a moment too late keeps the result that it pays for. */
const deleteJob: Answer = async ({ event, values: [id = ""] }) => {
  const { account, job } = await ownJob(event, id);
  if (job.end !== undefined) return viewReply(job, event);
  const after = await cancelJob(accounts().table, account, id, Date.now());
  jobTaker()?.drop(id);
  wakeCallbackSender();
  if (after?.state === "cancelled")
    await removeJobBody(account, job.request.body.reference).catch((error) =>
      logFailure("removing the body of a job", error, id),
    );
  return viewReply(after ?? job, event);
};

/** Removes the result of a job before it expires. */
const deleteResult: Answer = async ({ event, values: [id = ""] }) => {
  const { account, job } = await ownJob(event, id);
  const { result } = job.end ?? {};
  if (result === undefined) throw new ServiceError("NOT_FOUND", "The job has no result, or no longer.");
  // Once it is forgotten, nothing leads to it any more, and it expires.
  if (await forgetResult(accounts().table, job))
    await removeResult(account, result.reference, result.bytes).catch((error) =>
      logFailure("removing a result", error, id),
    );
  return viewReply({ ...job, end: job.end && { ...job.end, result: undefined } }, event);
};

/** Sends the callback of a job again, whatever has become of it. */
const postCallback: Answer = async ({ event, values: [id = ""] }) => {
  const { account, job } = await ownJob(event, id);
  if (job.request.callback === undefined) throw new ServiceError("NOT_FOUND", "The job has no callback.");
  if (job.end === undefined) throw wrong("id names a job that has not ended: its callback is sent when it ends.");
  const delivery = await sendAgain(accounts().table, account, id, Date.now());
  wakeCallbackSender();
  return { ...viewReply({ ...job, delivery }, event), statusCode: 202 };
};

const KNOWN_PARAMETERS = ["state", "limit", "cursor"];

const readQuery = (query: URLSearchParams) => {
  const names = [...query.keys()];
  const unknown = names.find((name) => !KNOWN_PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw wrong(`${unknown.slice(0, 40)} is unknown; known parameters: ${KNOWN_PARAMETERS.join(", ")}.`);
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw wrong(`${repeated} must be sent once.`);
  const state = query.get("state") ?? undefined;
  if (state !== undefined && !JOB_STATES.includes(state as JobState))
    throw wrong(`state must be one of ${JOB_STATES.join(", ")}.`);
  const limit = query.get("limit") ?? String(DEFAULT_PAGE_JOBS);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE_LIMIT)
    throw wrong(`limit must be 1 to ${PAGE_LIMIT}.`);
  const after = query.get("cursor") ?? undefined;
  if (after !== undefined && !isJobId(after)) throw wrong("cursor must be the next of an earlier page.");
  return { state: state as JobState | undefined, limit: Number(limit), after };
};

const getJobs: Answer = async ({ event, query }: ResourceRequest) => {
  const account = await accountOf(event);
  const options = readQuery(query);
  const { jobs, next } = await listJobs(accounts().table, account, options, Date.now());
  const origin = originOf(event);
  return jsonReply(200, {
    jobs: jobs.map((job) => jobView(job, origin, Date.now())),
    ...(next !== undefined && { next }),
  });
};

/** The jobs of an account, and the results of jobs. */
export const jobResources: readonly Resource[] = [
  { path: "/jobs", pattern: /^\/v1\/jobs$/, methods: { GET: getJobs } },
  { path: "/jobs/{id}", pattern: /^\/v1\/jobs\/([^/]{1,100})$/, methods: { GET: getJob, DELETE: deleteJob } },
  {
    path: "/jobs/{id}/result",
    pattern: /^\/v1\/jobs\/([^/]{1,100})\/result$/,
    methods: { DELETE: deleteResult },
  },
  {
    path: "/jobs/{id}/callback",
    pattern: /^\/v1\/jobs\/([^/]{1,100})\/callback$/,
    methods: { POST: postCallback },
  },
  { path: "/results/{token}", pattern: /^\/v1\/results\/([^/]{1,300})$/, methods: { GET: resultAnswer } },
];
