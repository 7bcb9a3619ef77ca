import { bodies, type StoredBody } from "../bodies/bodies.ts";
import { isCurrent, keyOf } from "../bodies/reference.ts";
import { ServiceError } from "../errors.ts";
import { type Event, type Host, headerOf, type Middleware, type ReadBody } from "./exchange.ts";
import { logFailure } from "./log.ts";

const unreachable = (cause: unknown) =>
  new ServiceError("SERVICE_UNAVAILABLE", "The uploads cannot be reached.", { retryAfter: 5, cause });

const open = async (key: string): Promise<StoredBody | undefined> => {
  try {
    return await (await bodies()).open(key);
  } catch (error) {
    throw unreachable(error);
  }
};

const hasBody = (event: Event): boolean =>
  typeof event.body === "function"
    ? (headerOf(event, "content-length") ?? "0") !== "0" || headerOf(event, "transfer-encoding") !== undefined
    : Boolean(event.body);

/** Reads a stored body as one that comes over the wire is read. */
const reading =
  ({ contentLength, bytes }: StoredBody, { hold }: Host): ReadBody =>
  async (most, isTooLarge) => {
    try {
      if (contentLength > most) throw new ServiceError("FILE_TOO_LARGE", `The body is larger than ${most} bytes.`);
      hold?.(contentLength);
      const whole = Buffer.allocUnsafeSlow(contentLength);
      let size = 0;
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        if (isTooLarge(chunk)) throw new ServiceError("FILE_TOO_LARGE", `The body is larger than ${most} bytes.`);
        whole.set(chunk, size);
        size += chunk.length;
      }
      if (size < contentLength) throw new Error("The stored body ended early.");
      return whole;
    } catch (error) {
      throw error instanceof ServiceError ? error : unreachable(error);
    } finally {
      bytes.destroy();
    }
  };

const stored = async (event: Event, account: string, reference: string): Promise<{ key: string; body: StoredBody }> => {
  if (hasBody(event)) {
    throw new ServiceError("INVALID_REQUEST", "X-Body-Ref stands for the body: send it or a body, not both.");
  }
  const key = keyOf(account, reference);
  const body = isCurrent(reference, Date.now()) ? await open(key) : undefined;
  if (body === undefined) {
    throw new ServiceError("INVALID_REQUEST", "X-Body-Ref names no upload of this account, or one that has expired.");
  }
  return { key, body };
};

/**
 * Puts the body that X-Body-Ref names in the place of the request's own, with the type that it was sent as; removes it when
 * the request has succeeded, so that one that was refused costs no second upload.
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
        body: reading(body, context),
      };
      internal.bodyKey = key;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      internal.refusal = error;
    }
  },
  after: async ({ internal }) => {
    if (internal.bodyKey === undefined) return;
    try {
      await (await bodies()).remove(internal.bodyKey);
    } catch (error) {
      logFailure("removing an upload", error); // it expires by itself
    }
  },
});
