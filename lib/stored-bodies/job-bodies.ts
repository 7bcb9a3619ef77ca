import { accounts } from "../accounts/accounts.ts";
import { addBytes, bytesOfSum } from "../accounts/kept-bytes.ts";
import { MB } from "../settings/megabyte.ts";
import { bodyStore } from "./body-store.ts";
import { isCurrent, storeKey } from "./reference.ts";
import type { BytesOf, StoredBody } from "./stored-body.ts";

/** Bytes that the result of one job may have. */
export const RESULT_LIMIT_BYTES = 1024 * MB;

/** Bytes of results beyond which an account gets no further jobs. Jobs that it has are still done. */
export const ACCOUNT_RESULTS_LIMIT_BYTES = 10_240 * MB;

const PUT_BODY_TIMEOUT_MS = 60_000;
const PUT_RESULT_TIMEOUT_MS = 120_000;
const COUNT_TIMEOUT_MS = 30_000;

/** Milliseconds between two counts of the results of an account whose sum is over the limit. */
const COUNT_INTERVAL_MS = 60_000;

// The store need not know the types of bodies and results: the items of the jobs have them.
const TYPE = "application/octet-stream";

const bodyKey = (account: string, reference: string): string => storeKey(account, reference, "jobs");
const resultKey = (account: string, reference: string): string => storeKey(account, reference, "results");

/** Stores the body of a job, completely or not at all. Rejects if the store does not accept it. */
export const putJobBody = async (account: string, reference: string, bytes: Uint8Array): Promise<void> => {
  const content = async function* () {
    yield bytes;
  };
  const body = { contentType: TYPE, contentLength: bytes.length };
  await (await bodyStore()).put(bodyKey(account, reference), body, content, AbortSignal.timeout(PUT_BODY_TIMEOUT_MS));
};

/** Where the body of a job is: in a stored body of its own, from `start` on in that of its batch, or in an upload. */
interface JobBodyPlace {
  readonly reference: string;
  readonly bytes: number;
  readonly start?: number | undefined;
  readonly isUpload?: boolean | undefined;
}

/** The body of a job; undefined if there is none. */
export const openJobBody = async (account: string, place: JobBodyPlace): Promise<StoredBody | undefined> => {
  const { reference, bytes, start, isUpload = false } = place;
  const store = await bodyStore();
  if (isUpload) return isCurrent(reference, Date.now()) ? store.open(storeKey(account, reference)) : undefined;
  const part = start === undefined ? undefined : { start, end: start + bytes - 1 };
  return store.open(bodyKey(account, reference), part);
};

/**
 * Removes the body of a job that has ended, if it is there. An upload stays for other requests, unless the job has succeeded.
 * Bodies of a batch stay for its other jobs.
 */
export const removeJobBody = async (account: string, place: JobBodyPlace, hasSucceeded: boolean): Promise<void> => {
  const { reference, start, isUpload = false } = place;
  if (start !== undefined || (isUpload && !hasSucceeded)) return;
  await (await bodyStore()).remove(isUpload ? storeKey(account, reference) : bodyKey(account, reference));
};

/** Stores the bodies of a batch's jobs, and after them the list of the jobs. Rejects as `putJobBody` does. */
export const putBatchList = putJobBody;

/** The list of a batch's jobs, from `start` on in what is stored of the batch; undefined if it is not there. */
export const openBatchList = async (
  account: string,
  { reference, start, bytes }: { readonly reference: string; readonly start: number; readonly bytes: number },
): Promise<StoredBody | undefined> =>
  (await bodyStore()).open(bodyKey(account, reference), { start, end: start + bytes - 1 });

/** Removes what is stored of a batch. */
export const removeBatchList = async (account: string, reference: string): Promise<void> =>
  (await bodyStore()).remove(bodyKey(account, reference));

/** Stores the result of a job until its reference expires. Rejects if the store does not accept it. */
export const putResult = async (account: string, reference: string, size: number, bytes: BytesOf): Promise<void> => {
  const body = { contentType: TYPE, contentLength: size };
  const signal = AbortSignal.timeout(PUT_RESULT_TIMEOUT_MS);
  await (await bodyStore()).put(resultKey(account, reference), body, bytes, signal);
  await addBytes(accounts().table, account, { of: "results", bytes: size }, Date.now());
};

/** A part of a result, or the whole; undefined if there is none. */
export const openResult = async (
  account: string,
  reference: string,
  part?: { readonly start: number; readonly end: number },
): Promise<StoredBody | undefined> => (await bodyStore()).open(resultKey(account, reference), part);

/** An address of the store that sends a result until a moment (ms since 1970). Throws an Error if this store has none. */
export const resultAddress = async (
  account: string,
  { reference, name, type }: { readonly reference: string; readonly name: string; readonly type: string },
  until: number,
): Promise<string> => {
  const store = await bodyStore();
  if (store.sendingAddress === undefined) throw new Error("This store has no addresses for results.");
  return store.sendingAddress(resultKey(account, reference), { name, type }, until);
};

/** Removes a result. */
export const removeResult = async (account: string, reference: string, size: number): Promise<void> => {
  await (await bodyStore()).remove(resultKey(account, reference));
  await addBytes(accounts().table, account, { of: "results", bytes: -size }, Date.now());
};

const countResults = async (account: string, now: number): Promise<number> => {
  const folder = resultKey(account, "");
  let sum = 0;
  for await (const { key, size } of (await bodyStore()).list(folder, AbortSignal.timeout(COUNT_TIMEOUT_MS)))
    if (isCurrent(key.slice(folder.length), now)) sum += size;
  return sum;
};

/** Whether the results of an account leave room for another one. If not, they are counted now and then: some may have expired. */
export const hasRoomForResults = async (
  account: string,
  limitBytes = ACCOUNT_RESULTS_LIMIT_BYTES,
  now = Date.now(),
): Promise<boolean> => {
  const { table } = accounts();
  const { bytes, countedAt } = await bytesOfSum(table, account, "results");
  if (bytes < limitBytes) return true;
  if (countedAt > now - COUNT_INTERVAL_MS) return false;
  const counted = await countResults(account, now);
  await addBytes(table, account, { of: "results", bytes: counted - bytes, countedAt: now }, now);
  return counted < limitBytes;
};
