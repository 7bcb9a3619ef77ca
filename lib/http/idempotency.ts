import { createHash } from "node:crypto";
import { accounts } from "../accounts/accounts.ts";
import { costOf } from "../accounts/cost.ts";
import { utcDay } from "../accounts/usage.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { isDryRun } from "./dry-run.ts";
import { decorate, headerOf, type Middleware } from "./exchange.ts";
import { logFailure } from "./log.ts";
import { lapseTime } from "./meter.ts";

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
export const idempotency = <Input>(contract: Contract<Input>): Middleware => ({
  before: async ({ event, internal }) => {
    const key = headerOf(event, IDEMPOTENCY_HEADER);
    if (key === undefined || internal.refusal !== undefined || isDryRun(event)) return;
    if (!VISIBLE_ASCII.test(key)) {
      internal.refusal = malformed();
      return;
    }
    const plan = accounts().meter.planOf(internal.caller!);
    const credits = costOf(contract, event.input as Input, plan);
    if (credits === 0) return;
    const keyUse = { keyHash: createHash("sha256").update(key).digest("hex"), fingerprint: internal.fingerprint! };
    const { caller, requestId } = internal;
    const metered = { operation: contract.path, day: utcDay(Date.now()), credits, expires: lapseTime() };
    const request = { caller: caller!, requestId: requestId!, ...metered, keyUse };
    const claim = await accounts().meter.claim(request);
    if (claim === "charged") internal.claimed = request;
    else if (claim === "free") internal.isPaid = true;
    else internal.refusal = REFUSALS[claim]();
  },
  after: async (request) => {
    const { internal } = request;
    if (internal.isPaid) decorate(request, { "Idempotency-Replayed": "true" });
    if (internal.claimed === undefined) return;
    try {
      await accounts().meter.complete({ ...internal.claimed, wasRepeated: internal.standing?.wasRepeated ?? false });
    } catch (error) {
      logFailure("idempotency", error, internal.requestId); // the spent reservation stands for the key until it is marked
    }
  },
  onError: async ({ internal }) => {
    if (internal.claimed === undefined || internal.isSettling) return;
    try {
      await accounts().meter.release(internal.claimed);
    } catch (error) {
      logFailure("idempotency", error, internal.requestId); // the claim lapses by itself
    }
  },
});
