import { callbackView } from "../delivery.ts";
import { moment } from "../moment.ts";
import type { Batch, BatchRequest } from "./batch.ts";
import type { FoundBatch } from "./find.ts";

/** The paths of batches and of the archives with their results. */
export const BATCHES_PATH = "/v1/batches/";
const ARCHIVES_PATH = "/v1/archives/";

/** The name and the type of the archive with the results of a batch. */
export const ARCHIVE = { name: "batch.zip", type: "application/zip" };

const ARCHIVE_TOKEN = /^([\w-]+)\.([0-9a-z]{41})\.([0-9a-f]{32})$/;

/** The account, batch and secret in the address of an archive; undefined for another text. */
export const parseArchiveToken = (
  token: string,
): { readonly account: string; readonly id: string; readonly secret: string } | undefined => {
  const [, account, id, secret] = ARCHIVE_TOKEN.exec(token) ?? [];
  return account && id && secret ? { account, id, secret } : undefined;
};

/** Until when (ms since 1970) the archive with the results of a batch is served; undefined before the batch has ended. */
export const archiveEnd = ({ request, endedAt }: Batch): number | undefined =>
  endedAt === undefined ? undefined : endedAt + request.resultMs;

const archiveView = ({ caller, id, secret }: BatchRequest, expiresAt: number, origin: string) => ({
  url: `${origin}${ARCHIVES_PATH}${caller.account}.${id}.${secret}`,
  expiresAt: moment(expiresAt),
  ...ARCHIVE,
});

/** A batch as its owner sees it at a moment. `origin` is the origin at which the caller reached this service. */
export const batchView = (batch: FoundBatch, origin: string, now: number) => {
  const { request, open, succeeded, failed, cancelled, cancelledAt, endedAt } = batch;
  const expiresAt = archiveEnd(batch);
  return {
    id: request.id,
    state: endedAt !== undefined ? "ended" : cancelledAt !== undefined ? "cancelling" : "running",
    createdAt: moment(request.createdAt),
    ...(cancelledAt !== undefined && { cancelledAt: moment(cancelledAt) }),
    ...(endedAt !== undefined && { endedAt: moment(endedAt) }),
    requests: request.count,
    counts: { open, succeeded, failed, cancelled },
    creditsReserved: batch.creditsReserved,
    creditsUsed: batch.creditsUsed,
    ...(expiresAt !== undefined && expiresAt > now && { result: archiveView(request, expiresAt, origin) }),
    ...(request.callback && { callback: callbackView(request.callback, batch.delivery) }),
  };
};
