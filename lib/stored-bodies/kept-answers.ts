import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { accounts } from "../accounts/accounts.ts";
import { addBytes } from "../accounts/kept-bytes.ts";
import type { DescribedField } from "../output/form-field.ts";
import type { Warning } from "../output/warnings.ts";
import { MB } from "../settings/megabyte.ts";
import { bodyStore } from "./body-store.ts";
import { referenceOf } from "./reference.ts";
import type { BodyStore } from "./stored-body.ts";

/** Bytes that the kept answers of one account may take. Beyond that the oldest ones go, until a sixteenth of it is free. */
const ACCOUNT_LIMIT_BYTES = 1024 * MB;
/** Answers that are removed at once. */
const REMOVED_AT_ONCE = 20;
/** Bytes that the head of an answer may take. */
const HEAD_LIMIT_BYTES = 1_048_576;

const ANSWER_TYPE = "application/octet-stream";

/** The request whose answer is kept: its account and idempotency key, its id, and when (ms since 1970) it cannot run any more. */
export interface AnsweredRequest {
  readonly account: string;
  readonly keyHash: string;
  readonly requestId: string;
  readonly expires: number;
}

/** What the metadata of a document say of it, beside its type and size. */
export interface AnswerFacts {
  /** Its name, if it is one of the contract's others. */
  readonly fileName?: string | undefined;
  readonly pages?: number | undefined;
  readonly consoleErrors?: number;
  readonly formFields?: readonly DescribedField[] | undefined;
  readonly warnings?: readonly Warning[];
}

/** The headers of an answer that is a document, and what its metadata say. */
interface AnswerHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: AnswerFacts;
}

/** An answer that is a document. `bytes` may be called more than once. */
interface Answer extends AnswerHead {
  readonly size: number;
  readonly bytes: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A kept answer that is open. The caller must call `close`, also after reading the stream. */
export interface KeptAnswer extends AnswerHead {
  readonly size: number;
  readonly stream: Readable;
  readonly close: () => Promise<void>;
}

const folderOf = (account: string): string => `out/${account}/`;

/** The key of an answer in the store. It can only be found with the id of its request. */
const keyOf = ({ account, keyHash, requestId, expires }: AnsweredRequest): string => {
  const digest = createHash("sha256").update(`${account} ${keyHash} ${requestId}`).digest("hex").slice(0, 32);
  return folderOf(account) + referenceOf(expires, digest);
};

/** Removes the oldest answers of an account until the others take at most `limitBytes`. Returns the bytes that these take. */
const removeOldest = async (
  store: BodyStore,
  account: string,
  limitBytes: number,
  signal: AbortSignal,
): Promise<number> => {
  const answers: { readonly key: string; readonly size: number }[] = [];
  for await (const answer of store.list(folderOf(account), signal)) answers.push(answer);
  let left = answers.reduce((sum, { size }) => sum + size, 0);
  const oldest = answers.filter(({ size }) => {
    const isTooMany = left > limitBytes;
    if (isTooMany) left -= size;
    return isTooMany;
  });
  for (let first = 0; first < oldest.length; first += REMOVED_AT_ONCE) {
    signal.throwIfAborted();
    await Promise.all(oldest.slice(first, first + REMOVED_AT_ONCE).map(({ key }) => store.remove(key)));
  }
  return left;
};

async function* withHead(head: Buffer, bytes: ReturnType<Answer["bytes"]>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* bytes;
}

/**
 * Keeps an answer for a day. Rejects if the store cannot store it; then nothing is kept. An answer that is larger than the
 * limit is not taken either.
 */
export const storeAnswer = async (
  request: AnsweredRequest,
  { headers, facts, size, bytes }: Answer,
  signal: AbortSignal,
  limitBytes = ACCOUNT_LIMIT_BYTES,
): Promise<void> => {
  const { account } = request;
  const head = Buffer.from(`${JSON.stringify({ headers, facts } satisfies AnswerHead)}\n`);
  const contentLength = head.length + size;
  if (contentLength > limitBytes) throw new RangeError("The answer is too large to be kept.");
  const [store, { table }] = [await bodyStore(), accounts()];
  const add = (more: number) => addBytes(table, account, { of: "answers", bytes: more }, Date.now());
  const adding = add(contentLength);
  adding.catch(() => {}); // awaited below, when nothing reads the answer any more
  await store.put(keyOf(request), { contentType: ANSWER_TYPE, contentLength }, () => withHead(head, bytes()), signal);
  const sum = await adding;
  if (sum <= limitBytes) return;
  const left = await removeOldest(store, account, limitBytes - Math.floor(limitBytes / 16), signal);
  await add(left - sum);
};

/** Reads the head of an answer, which is its first line; the stream then goes on with the body. */
const readHead = async (stream: Readable): Promise<Buffer> => {
  let head = Buffer.alloc(0);
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\n");
    if (end >= 0) {
      if (end + 1 < head.length) stream.unshift(head.subarray(end + 1));
      return head.subarray(0, end + 1);
    }
    if (head.length > HEAD_LIMIT_BYTES) break;
  }
  throw new Error("A kept answer has no head.");
};

/** Opens the answer to a request; undefined if it is not kept, or no longer. */
export const openAnswer = async (request: AnsweredRequest): Promise<KeptAnswer | undefined> => {
  const stored = await (await bodyStore()).open(keyOf(request));
  if (stored === undefined) return undefined;
  const stream = stored.stream();
  const close = async () => {
    stream.destroy();
    await stored.close();
  };
  try {
    const head = await readHead(stream);
    return { ...(JSON.parse(head.toString()) as AnswerHead), size: stored.contentLength - head.length, stream, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Removes the answer to a request, if it is kept. */
export const dropAnswer = async (request: AnsweredRequest): Promise<void> => (await bodyStore()).remove(keyOf(request));
