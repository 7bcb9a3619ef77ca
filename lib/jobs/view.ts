import { errorBody } from "../errors/error-body.ts";
import { fileNameIn } from "./batches/file-name.ts";
import { callbackView } from "./delivery.ts";
import type { FoundJob } from "./find.ts";
import type { BatchPlace, JobRequest, JobResult } from "./job.ts";
import { moment } from "./moment.ts";

/** The paths of jobs and of their results. */
export const JOBS_PATH = "/v1/jobs/";
const RESULTS_PATH = "/v1/results/";

const RESULT_TOKEN = /^([\w-]+)\.([0-9a-z]{41})\.([0-9a-z]{39})$/;

/** The last part of the address of a result. Its reference is the secret. */
const resultToken = ({ caller, id }: JobRequest, { reference }: JobResult): string =>
  `${caller.account}.${id}.${reference}`;

/** The account, job and reference in the address of a result; undefined for another text. */
export const parseResultToken = (
  token: string,
): { readonly account: string; readonly id: string; readonly reference: string } | undefined => {
  const [, account, id, reference] = RESULT_TOKEN.exec(token) ?? [];
  return account && id && reference ? { account, id, reference } : undefined;
};

const resultView = (request: JobRequest, result: JobResult, origin: string) => ({
  url: origin + RESULTS_PATH + resultToken(request, result),
  expiresAt: moment(result.expiresAt),
  name: result.name,
  type: result.type,
  size: result.bytes,
});

const placeView = (place: BatchPlace, result: JobResult | undefined) => ({
  batch: place.id,
  index: place.index,
  ...(place.name !== undefined && { name: place.name }),
  ...(result && { fileName: fileNameIn(place, result.name) }),
});

/** A job as its owner sees it at a moment. `origin` is the origin at which the caller reached this service. */
export const jobView = ({ request, state, entry, end, delivery }: FoundJob, origin: string, now: number) => {
  const { id, operation, createdAt, credits, batch, callback } = request;
  const startedAt = end?.startedAt ?? (state === "running" ? entry?.startedAt : undefined);
  const { result, pages, warnings = [], error } = end ?? {};
  return {
    id,
    state,
    operation,
    ...(batch && placeView(batch, end?.result)),
    createdAt: moment(createdAt),
    ...(startedAt !== undefined && { startedAt: moment(startedAt) }),
    ...(end && { endedAt: moment(end.at) }),
    attempts: end?.attempts ?? entry?.attempts ?? 0,
    creditsReserved: end === undefined ? credits : 0,
    creditsUsed: state === "succeeded" ? (end?.credits ?? credits) : 0,
    ...(pages !== undefined && { pages }),
    ...(warnings.length > 0 && { warnings }),
    ...(error && errorBody(error)),
    ...(result && result.expiresAt > now && { result: resultView(request, result, origin) }),
    ...(callback && { callback: callbackView(callback, delivery) }),
  };
};
