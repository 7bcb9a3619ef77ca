import { createHash } from "node:crypto";
import { accounts } from "../accounts/accounts.ts";
import { utcDay } from "../accounts/usage.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { slicesOf } from "../workers/event-loop.ts";
import { decorate, headerOf, isDryRun } from "./exchange.ts";
import { logFailure } from "./log.ts";
import { lapseTime } from "./meter.ts";
import type { Middleware } from "./middleware.ts";
import type { Accounted, Authenticated, BodyRead, Keyed, Metered, Received, Recorded } from "./request.ts";

/** Bytes or characters that are hashed before the serving thread does other work. */
const SLICE_LENGTH = 1_048_576;

/** A value in pieces, each part of it with its kind and length, so that no two values have the same pieces. */
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

/** A digest of a request's path and parts. Two sendings of one form have the same digest, whatever their boundaries are. */
export const fingerprintOf = async (path: string, parts: unknown): Promise<string> => {
  const hash = createHash("sha256");
  for (const piece of piecesOf([path, parts]))
    for await (const slice of slicesOf(piece, SLICE_LENGTH)) hash.update(slice);
  return hash.digest("base64url");
};

/** The header with the idempotency key, in lower case. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const RUNNING_RETRY_SECONDS = 2;

const malformed = () =>
  new ServiceError("INVALID_REQUEST", "Idempotency-Key must have 1 to 255 visible ASCII characters.");

const REFUSALS = {
  mismatch: () =>
    new ServiceError("IDEMPOTENCY_MISMATCH", "Idempotency-Key was used in the last 24 hours with another request."),
  running: () =>
    new ServiceError("IDEMPOTENCY_CONFLICT", "A request with this Idempotency-Key is still running.", {
      retryAfter: RUNNING_RETRY_SECONDS,
    }),
};

/**
 * Charges requests with the same Idempotency-Key once: a repetition of a request that was charged works again for nothing.
 * A key frees itself when its request fails.
 */
export const idempotency = <Input>({
  path,
}: Contract<Input>): Middleware<
  Received & Recorded & Authenticated & Accounted & BodyRead<Input> & Partial<Pick<Metered<Input>, "isSettling">>,
  Keyed & Partial<Pick<BodyRead<Input>, "checked">>
> => ({
  before: async (request) => {
    const { checked, caller, requestId } = request;
    const key = headerOf(request, IDEMPOTENCY_HEADER);
    if (key === undefined || "refusal" in checked || isDryRun(request)) return {};
    if (!VISIBLE_ASCII.test(key)) return { checked: { refusal: malformed() } };
    const { meter } = accounts();
    const credits = checked.priceOn(meter.planOf(caller));
    if (credits === 0) return {};
    const keyHash = createHash("sha256").update(key).digest("hex");
    const metered = { operation: path, day: utcDay(Date.now()), credits, expires: lapseTime() };
    const claimed = { caller, requestId, ...metered, keyUse: { keyHash, fingerprint: checked.fingerprint } };
    const claim = await meter.claim(claimed);
    if (claim === "charged") return { claimed };
    return claim === "free" ? { isPaid: true } : { checked: { refusal: REFUSALS[claim]() } };
  },
  after: async ({ claimed, isPaid, standing, requestId }, reply) => {
    if (isPaid) decorate(reply, { "Idempotency-Replayed": "true" });
    if (claimed === undefined) return;
    try {
      await accounts().meter.complete({ ...claimed, wasRepeated: standing?.wasRepeated ?? false });
    } catch (error) {
      logFailure("idempotency", error, requestId); // the spent reservation stands for the key until it is marked
    }
  },
  onError: async ({ claimed, isSettling, requestId }) => {
    if (claimed === undefined || isSettling) return;
    try {
      await accounts().meter.release(claimed);
    } catch (error) {
      logFailure("idempotency", error, requestId); // the claim lapses by itself
    }
  },
});
