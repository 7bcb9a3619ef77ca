import { ServiceError } from "../errors/service-error.ts";
import { bodyStore } from "../stored-bodies/body-store.ts";
import { isCurrent, keyOf } from "../stored-bodies/reference.ts";
import type { StoredBody } from "../stored-bodies/stored-body.ts";
import { type Event, type Exchange, type Host, headerOf, type Middleware, type ReadBody } from "./exchange.ts";
import { logFailure } from "./log.ts";

const unreachable = (cause: unknown) =>
  new ServiceError("SERVICE_UNAVAILABLE", "The uploads cannot be reached.", {
    reason: "store-unreachable",
    retryAfter: 5,
    cause,
  });

const open = async (key: string): Promise<StoredBody | undefined> => {
  try {
    return await (await bodyStore()).open(key);
  } catch (error) {
    throw unreachable(error);
  }
};

const hasBody = (event: Event): boolean =>
  typeof event.body === "function"
    ? (headerOf(event, "content-length") ?? "0") !== "0" || headerOf(event, "transfer-encoding") !== undefined
    : Boolean(event.body);

/** Reads a stored body through the same interface as one that arrives over the network. */
const storedBodyReader =
  (stored: StoredBody, { hold }: Host): ReadBody =>
  async (limit, isTooLarge) => {
    const tooLarge = () => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${limit} bytes.`);
    try {
      if (stored.contentLength > limit) throw tooLarge();
      hold?.(stored.contentLength);
      const whole = Buffer.allocUnsafeSlow(stored.contentLength);
      await stored.readInto(whole, (size) => {
        if (isTooLarge(whole.subarray(0, size))) throw tooLarge();
      });
      return whole;
    } catch (error) {
      throw error instanceof ServiceError ? error : unreachable(error);
    } finally {
      await stored.close();
    }
  };

const stored = async (event: Event, account: string, reference: string): Promise<{ key: string; body: StoredBody }> => {
  if (hasBody(event)) {
    throw new ServiceError(
      "INVALID_REQUEST",
      "X-Body-Ref replaces the body: send either X-Body-Ref or a body, not both.",
    );
  }
  const key = keyOf(account, reference);
  const body = isCurrent(reference, Date.now()) ? await open(key) : undefined;
  if (body === undefined) {
    throw new ServiceError("INVALID_REQUEST", "X-Body-Ref must name an upload of this account that has not expired.", {
      reason: "upload-not-found",
    });
  }
  return { key, body };
};

/** Closes a stored body that the request may not have read, because it was refused before. A second call does nothing. */
const closeBody = async ({ storedBody, requestId }: Partial<Exchange>): Promise<void> => {
  await storedBody?.close().catch((error) => logFailure("closing an upload", error, requestId));
};

/**
 * Replaces the request's body with the stored body that X-Body-Ref names, and its content type with that of the stored
 * body. The stored body is removed after a success; after a refusal it can be used again.
 */
export const bodyRef = (): Middleware => ({
  before: async (request) => {
    const { event, context, internal } = request;
    const reference = headerOf(event, "x-body-ref");
    if (reference === undefined) return;
    try {
      const { key, body } = await stored(event, internal.caller!.account, reference);
      const headers = Object.entries(event.headers).filter(([name]) => name.toLowerCase() !== "content-type");
      request.event = {
        ...event,
        headers: { ...Object.fromEntries(headers), "content-type": body.contentType },
        body: storedBodyReader(body, context),
      };
      internal.storedBody = body;
      internal.bodyKey = key;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      internal.refusal = error;
    }
  },
  after: async ({ internal }) => {
    if (internal.bodyKey === undefined) return;
    await closeBody(internal);
    try {
      await (await bodyStore()).remove(internal.bodyKey);
    } catch (error) {
      logFailure("removing an upload", error, internal.requestId); // it expires by itself
    }
  },
  onError: ({ internal }) => closeBody(internal),
});
