import { accounts } from "../../accounts/accounts.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { batchEndpoint } from "../../http/batches/batch-endpoint.ts";
import type { BatchContract } from "../../http/batches/submission.ts";
import { type Event, jsonReply, serviceUrlOf } from "../../http/exchange.ts";
import { batchJobs, type FoundBatch, findBatch, listBatches } from "../../jobs/batches/find.ts";
import { cancelBatch } from "../../jobs/batches/progress.ts";
import { batchView } from "../../jobs/batches/view.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { jobView } from "../../jobs/view.ts";
import { accountOf } from "../jobs/asking-account.ts";
import { readPageQuery } from "../jobs/page-query.ts";
import { repeatCallback } from "../jobs/repeat-callback.ts";
import type { Answer, Resource } from "../resource.ts";
import { archiveAnswerWithin } from "./archive.ts";

const viewReply = (batch: FoundBatch, event: Event) =>
  jsonReply(200, batchView(batch, serviceUrlOf(event), Date.now()));

/** The caller's batch with an id. Throws NOT_FOUND if the account has no such batch. */
const ownBatch = async (event: Event, id: string): Promise<FoundBatch> => {
  const batch = await findBatch(accounts().table, await accountOf(event), id, Date.now());
  if (batch === undefined) throw new ServiceError("NOT_FOUND", "This account has no such batch.");
  return batch;
};

const getBatch: Answer = async ({ event, values: [id = ""] }) => viewReply(await ownBatch(event, id), event);

/** Cancels a batch. Its jobs end soon after; one that has ended stays as it is. */
const deleteBatch: Answer = async ({ event, values: [id = ""] }) => {
  const batch = await ownBatch(event, id);
  if (batch.endedAt !== undefined || batch.cancelledAt !== undefined) return viewReply(batch, event);
  await cancelBatch(accounts().table, batch, Date.now());
  jobTaker()?.wakeBatches();
  const after = await findBatch(accounts().table, batch.request.caller.account, id, Date.now());
  return viewReply(after ?? batch, event);
};

const postCallback: Answer = async ({ event, values: [id = ""] }) => {
  const batch = await ownBatch(event, id);
  const { caller, callback } = batch.request;
  const hasEnded = batch.endedAt !== undefined;
  const delivery = await repeatCallback({ kind: "batch", account: caller.account, id, callback, hasEnded });
  return { ...viewReply({ ...batch, delivery }, event), statusCode: 202 };
};

const getBatches: Answer = async ({ event, query }) => {
  const account = await accountOf(event);
  const { entries, next } = await listBatches(accounts().table, account, readPageQuery(query), Date.now());
  const origin = serviceUrlOf(event);
  return jsonReply(200, {
    batches: entries.map((batch) => batchView(batch, origin, Date.now())),
    ...(next !== undefined && { next }),
  });
};

const getBatchJobs: Answer = async ({ event, values: [id = ""], query }) => {
  const { request } = await ownBatch(event, id);
  const { entries, next } = await batchJobs(accounts().table, request, readPageQuery(query), Date.now());
  const origin = serviceUrlOf(event);
  return jsonReply(200, {
    jobs: entries.map((job) => jobView(job, origin, Date.now())),
    ...(next !== undefined && { next }),
  });
};

/**
 * The batches of an account, of requests to the endpoints with these contracts, and their results. An archive may have
 * `archiveLimitBytes`.
 */
export const batchResources = (
  contracts: readonly BatchContract[],
  archiveLimitBytes = Number.POSITIVE_INFINITY,
): readonly Resource[] => [
  { path: "/batches", pattern: /^\/v1\/batches$/, methods: { GET: getBatches }, post: batchEndpoint(contracts) },
  {
    path: "/batches/{id}",
    pattern: /^\/v1\/batches\/([^/]{1,100})$/,
    methods: { GET: getBatch, DELETE: deleteBatch },
  },
  { path: "/batches/{id}/jobs", pattern: /^\/v1\/batches\/([^/]{1,100})\/jobs$/, methods: { GET: getBatchJobs } },
  {
    path: "/batches/{id}/callback",
    pattern: /^\/v1\/batches\/([^/]{1,100})\/callback$/,
    methods: { POST: postCallback },
  },
  {
    path: "/archives/{token}",
    pattern: /^\/v1\/archives\/([^/]{1,300})$/,
    methods: { GET: archiveAnswerWithin(archiveLimitBytes) },
  },
];
