import { dropAnswer, storeAnswer as keep } from "../stored-bodies/kept-answers.ts";
import { FILE_CHUNK_BYTES } from "./deliver.ts";
import type { Reply } from "./exchange.ts";
import { answeredRequest } from "./idempotency.ts";
import { logFailure } from "./log.ts";
import type { Middleware } from "./middleware.ts";
import { discardBody } from "./open-body.ts";
import type { Keyed, Limited, Made, Metered, Received, Recorded } from "./request.ts";

/** Milliseconds that the store may take for an answer. A function on AWS has them in addition to its deadline. */
export const KEEP_LIMIT_MS = 10_000;
/** Milliseconds of Lambda's time that stay for charging and sending the answer. */
const SENDING_RESERVE_MS = 1000;

/** The bytes of an answer, which can still be sent after they were read. */
export const bytesOf = (body: Reply["body"]): Iterable<Uint8Array> | AsyncIterable<Uint8Array> => {
  if (typeof body === "string") return [Buffer.from(body)];
  if (body instanceof Uint8Array) return [body];
  if ("pieces" in body) return body.pieces;
  if ("stream" in body) return body.stream;
  return body.file.createReadStream({ start: 0, autoClose: false, highWaterMark: FILE_CHUNK_BYTES });
};

/**
 * Keeps the answer to a request with an idempotency key before the request is charged, so that a repetition is sent the same. An
 * answer that cannot be kept is sent all the same.
 */
export const keepAnswer = (): Middleware<
  Received &
    Recorded &
    Keyed &
    Partial<Limited> &
    Pick<Metered<unknown>, "isSettling"> & { made?: Made; unsent?: unknown }
> => ({
  after: async (request, reply) => {
    const { claimed, timer, context, requestId, made } = request;
    if (made !== undefined) context.job?.describe(made.facts);
    if (claimed === undefined || made === undefined) return;
    const { document, facts } = made;
    const { headers, body } = document;
    clearTimeout(timer); // the work was done in time
    const left = (context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) - SENDING_RESERVE_MS;
    const signal = AbortSignal.timeout(Math.max(0, Math.min(KEEP_LIMIT_MS, left)));
    try {
      const answer = { headers, facts, size: Number(headers["Content-Length"]), bytes: () => bytesOf(body) };
      await keep(answeredRequest(claimed), answer, signal);
      request.isKept = true;
    } catch (error) {
      logFailure("keeping an answer", error, requestId);
    }
    // The metadata are sent without the document.
    if (document === reply || typeof body === "string") return;
    request.unsent = undefined;
    await discardBody(body);
  },
  onError: async ({ claimed, isKept, isSettling, requestId }) => {
    if (claimed === undefined || !isKept || isSettling) return;
    await dropAnswer(answeredRequest(claimed)).catch((error) => logFailure("removing an answer", error, requestId));
  },
});
