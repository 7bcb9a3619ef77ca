import { accounts } from "../../accounts/accounts.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { type Event, jsonReply, type Reply, serviceUrlOf } from "../../http/exchange.ts";
import { logFailure } from "../../http/log.ts";
import { wakeCallbackSender } from "../../jobs/callback-waker.ts";
import { cancelJob, forgetResult } from "../../jobs/end.ts";
import { type FoundJob, findJob, listJobs } from "../../jobs/find.ts";
import { JOB_STATES, type JobState } from "../../jobs/job.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { jobView } from "../../jobs/view.ts";
import { removeJobBody, removeResult } from "../../stored-bodies/job-bodies.ts";
import type { Answer, Resource, ResourceRequest } from "../resource.ts";
import { accountOf } from "./asking-account.ts";
import { readPageQuery } from "./page-query.ts";
import { repeatCallback } from "./repeat-callback.ts";

const noJob = () => new ServiceError("NOT_FOUND", "This account has no such job.");

const viewReply = (job: FoundJob, event: Event): Reply => jsonReply(200, jobView(job, serviceUrlOf(event), Date.now()));

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
  const { callback, batch } = job.request;
  if (callback !== undefined || batch !== undefined) await wakeCallbackSender();
  if (after?.state === "cancelled")
    await removeJobBody(account, job.request.body, false).catch((error) =>
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

const postCallback: Answer = async ({ event, values: [id = ""] }) => {
  const { account, job } = await ownJob(event, id);
  const { callback } = job.request;
  const delivery = await repeatCallback({ kind: "job", account, id, callback, hasEnded: job.end !== undefined });
  return { ...viewReply({ ...job, delivery }, event), statusCode: 202 };
};

const readQuery = (query: URLSearchParams) => {
  const page = readPageQuery(query, ["state"]);
  const state = query.get("state") ?? undefined;
  if (state !== undefined && !JOB_STATES.includes(state as JobState))
    throw new ServiceError("INVALID_REQUEST", `state must be one of ${JOB_STATES.join(", ")}.`);
  return { ...page, state: state as JobState | undefined };
};

const getJobs: Answer = async ({ event, query }: ResourceRequest) => {
  const account = await accountOf(event);
  const options = readQuery(query);
  const { entries, next } = await listJobs(accounts().table, account, options, Date.now());
  const origin = serviceUrlOf(event);
  return jsonReply(200, {
    jobs: entries.map((job) => jobView(job, origin, Date.now())),
    ...(next !== undefined && { next }),
  });
};

/** The jobs of an account, and the results of jobs, which `result` answers. */
export const jobResourcesOf = (result: Answer): readonly Resource[] => [
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
  { path: "/results/{token}", pattern: /^\/v1\/results\/([^/]{1,300})$/, methods: { GET: result } },
];
