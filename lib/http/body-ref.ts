import { ServiceError } from "../errors/service-error.ts";
import { bodyStore } from "../stored-bodies/body-store.ts";
import { isCurrent, storeKey } from "../stored-bodies/reference.ts";
import type { StoredBody } from "../stored-bodies/stored-body.ts";
import { type Event, type Host, headerOf, type ReadBody } from "./exchange.ts";
import { logFailure } from "./log.ts";
import type { Middleware } from "./middleware.ts";
import type { Authenticated, Received, Recorded, Referred } from "./request.ts";

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
export const storedBodyReader =
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

const openStored = async (
  event: Event,
  account: string,
  reference: string,
): Promise<{ key: string; body: StoredBody }> => {
  if (hasBody(event)) {
    throw new ServiceError(
      "INVALID_REQUEST",
      "X-Body-Ref replaces the body: send either X-Body-Ref or a body, not both.",
    );
  }
  const key = storeKey(account, reference);
  const body = isCurrent(reference, Date.now()) ? await open(key) : undefined;
  if (body === undefined) {
    throw new ServiceError("INVALID_REQUEST", "X-Body-Ref must name an upload of this account that has not expired.", {
      reason: "upload-not-found",
    });
  }
  return { key, body };
};

/** Closes a stored body that the request may not have read, because it was refused before. A second call does nothing. */
const closeBody = async (body: StoredBody, requestId: string): Promise<void> => {
  await body.close().catch((error) => logFailure("closing an upload", error, requestId));
};

/**
 * Replaces the request's body with the stored body that X-Body-Ref names, and its content type with that of the stored
 * body. The stored body is removed after a success; after a refusal it can be used again.
 */
export const bodyRef = (): Middleware<Received & Recorded & Authenticated, Referred> => ({
  before: async (request) => {
    const { headers, body, caller, context } = request;
    const reference = headerOf(request, "x-body-ref");
    if (reference === undefined) return { headers, body };
    try {
      const stored = await openStored(request, caller.account, reference);
      const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
      return {
        headers: { ...Object.fromEntries(others), "content-type": stored.body.contentType },
        body: storedBodyReader(stored.body, context),
        stored,
      };
    } catch (refusal) {
      if (!(refusal instanceof ServiceError)) throw refusal;
      return { headers, body, refusal };
    }
  },
  after: async ({ stored, requestId }) => {
    if (stored === undefined) return;
    await closeBody(stored.body, requestId);
    try {
      await (await bodyStore()).remove(stored.key);
    } catch (error) {
      logFailure("removing an upload", error, requestId); // it expires by itself
    }
  },
  onError: async ({ stored, requestId }) => {
    if (stored !== undefined) await closeBody(stored.body, requestId);
  },
});
