import { createHash } from "node:crypto";
import { accounts } from "../accounts/accounts.ts";
import type { KeyedRequest, KeyRecord } from "../accounts/idempotency-key.ts";
import { utcDay } from "../accounts/usage.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { type AnsweredRequest, type KeptAnswer, openAnswer } from "../stored-bodies/kept-answers.ts";
import { slicesOf } from "../workers/event-loop.ts";
import { decorate, headerOf, isDryRun } from "./exchange.ts";
import { logFailure } from "./log.ts";
import { lapseTime } from "./meter.ts";
import type { Middleware } from "./middleware.ts";
import type { Accounted, Authenticated, BodyRead, Deferred, Keyed, Metered, Received, Recorded } from "./request.ts";
import { toServiceError } from "./to-service-error.ts";

/** Bytes or characters that are hashed before the serving thread does other work. */
const SLICE_LENGTH = 1_048_576;

/** The pieces of a value. The kind and the length of each part precede it, so that different values never have the same pieces. */
function* piecesOf(value: unknown): Generator<string | Uint8Array> {
  if (typeof value === "string" || value instanceof Uint8Array) {
    yield `${typeof value === "string" ? "s" : "b"}${value.length}:`;
    yield value;
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    yield `${Array.isArray(value) ? "a" : "o"}${entries.length}:`;
    for (const entry of entries.flat()) yield* piecesOf(entry);
  } else yield `v${value};`;
}

/** A digest of a request's path and parts. The boundaries of a form do not change it. */
export const fingerprintOf = async (path: string, parts: unknown): Promise<string> => {
  const hash = createHash("sha256");
  for (const piece of piecesOf([path, parts]))
    for await (const slice of slicesOf(piece, SLICE_LENGTH)) hash.update(slice);
  return hash.digest("base64url");
};

/** The header with the idempotency key, in lower case. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const RUNNING_RETRY_SECONDS = 2;

/** The errors of requests that are refused because of their keys. */
export const keyRefusals = {
  malformed: () => new ServiceError("INVALID_REQUEST", "Idempotency-Key must have 1 to 255 visible ASCII characters."),
  mismatch: () =>
    new ServiceError("IDEMPOTENCY_MISMATCH", "Idempotency-Key was used in the last 24 hours with another request."),
  gone: () =>
    new ServiceError("IDEMPOTENCY_CONFLICT", "The answer to this Idempotency-Key is no longer kept.", {
      reason: "result-gone",
    }),
  running: () =>
    new ServiceError("IDEMPOTENCY_CONFLICT", "A request with this Idempotency-Key is still running.", {
      retryAfter: RUNNING_RETRY_SECONDS,
    }),
};

/** A request with an idempotency key, or an earlier one with the same key, as the store of answers knows it. */
export const answeredRequest = (
  { caller, keyUse, requestId, expires }: KeyedRequest,
  earlier: Pick<KeyedRequest, "requestId" | "expires"> = { requestId, expires },
): AnsweredRequest => ({
  account: caller.account,
  keyHash: keyUse.keyHash,
  requestId: earlier.requestId,
  expires: earlier.expires,
});

/**
 * The kept answer for a key that was paid, if there is one. Throws SERVICE_UNAVAILABLE if an answer was kept, but its store cannot
 * be reached.
 */
const keptAnswer = async (claimed: KeyedRequest, paid: KeyRecord): Promise<KeptAnswer | undefined> => {
  try {
    return await openAnswer(answeredRequest(claimed, paid));
  } catch (cause) {
    logFailure("reading a kept answer", cause, claimed.requestId);
    if (!paid.isKept) return undefined;
    const message = "The answer to this Idempotency-Key cannot be read now.";
    throw new ServiceError("SERVICE_UNAVAILABLE", message, { reason: "store-unreachable", retryAfter: 5, cause });
  }
};

/** The kept answer for a repetition, or leave to do the work again if none was kept. Throws the refusal if neither is possible. */
const repeat = async (claimed: KeyedRequest, paid: KeyRecord): Promise<Keyed> => {
  const kept = await keptAnswer(claimed, paid);
  if (kept !== undefined) return { isPaid: true, kept };
  const next = paid.isKept ? "gone" : await accounts().meter.workAgain(claimed, paid);
  if (next !== "again") throw keyRefusals[next]();
  return { isPaid: true, claimed };
};

/**
 * Marks the key of a request as used. Throws if the table cannot be reached, unless a paid reservation shows that the key is used.
 */
const completeKey = async (request: Accounted & Keyed & { credits: number }, claimed: KeyedRequest): Promise<void> => {
  const { standing, isKept = false, isPaid, credits } = request;
  try {
    const wasRepeated = standing?.wasRepeated ?? false;
    await accounts().meter.complete({ ...claimed, credits, wasRepeated }, isKept);
  } catch (error) {
    if (credits === 0 && !isPaid) throw error;
    // Until the key is marked, the spent reservation shows that it is used.
    logFailure("idempotency", error, claimed.requestId);
  }
};

/**
 * Charges requests with the same Idempotency-Key once: a repetition of a request that was charged is sent the same answer.
 * A key frees itself when its request fails.
 */
export const idempotency = <Input>({
  path,
  output,
}: Contract<Input>): Middleware<
  Received &
    Recorded &
    Authenticated &
    Accounted &
    BodyRead<Input> &
    Deferred &
    Partial<Pick<Metered<Input>, "isSettling" | "credits">>,
  Keyed & Partial<Pick<BodyRead<Input>, "checked">>
> => ({
  before: async (request) => {
    const { checked, caller, requestId } = request;
    const key = headerOf(request, IDEMPOTENCY_HEADER);
    if (key === undefined || "refusal" in checked || isDryRun(request) || request.deferred) return {};
    if (!IDEMPOTENCY_KEY.test(key)) return { checked: { refusal: keyRefusals.malformed() } };
    const { meter } = accounts();
    const credits = checked.priceOn(meter.planOf(caller));
    // A free answer that is no document is made again each time.
    if (credits === 0 && output.name === undefined) return {};
    const keyHash = createHash("sha256").update(key).digest("hex");
    const metered = { operation: path, day: utcDay(Date.now()), credits, expires: lapseTime() };
    const claimed = { caller, requestId, ...metered, keyUse: { keyHash, fingerprint: checked.fingerprint } };
    const claim = await meter.claim(claimed);
    if (claim === "charged") return { claimed };
    try {
      if (typeof claim === "string") throw keyRefusals[claim]();
      return await repeat(claimed, claim);
    } catch (error) {
      return { checked: { refusal: toServiceError(error) } };
    }
  },
  after: async (request, reply) => {
    const { claimed, isPaid, credits = 0 } = request;
    if (isPaid) decorate(reply, { "Idempotency-Replayed": "true" });
    if (claimed !== undefined) await completeKey({ ...request, credits }, claimed);
  },
  onError: async ({ claimed, isPaid, kept, isSettling, requestId }) => {
    await kept?.close();
    if (claimed === undefined || isSettling) return;
    const { meter } = accounts();
    try {
      await (isPaid ? meter.giveUp(claimed) : meter.release(claimed));
    } catch (error) {
      logFailure("idempotency", error, requestId); // the claim lapses by itself
    }
  },
});
