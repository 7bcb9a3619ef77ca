import { setImmediate as soon } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import { costOf } from "../accounts/cost.ts";
import type { MeteredRequest } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import { utcDay } from "../accounts/usage.ts";
import { config } from "../config.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Plan } from "../settings/plan.ts";
import { isDryRun } from "./dry-run.ts";
import { decorate, type Middleware, type Request, type Settlement } from "./exchange.ts";
import { logFailure } from "./log.ts";

/** Milliseconds after the deadline at which a reservation lapses. By then its request cannot be running any more. */
const LAPSE_AFTER_DEADLINE_MS = 30_000;

/** When the reservation of a request that begins now lapses, in ms since 1970. */
export const lapseTime = (): number => Date.now() + config.deadlineMs + LAPSE_AFTER_DEADLINE_MS;

/** Prepares the write that spends a reservation while the work goes on. */
const settlementOf = (reserved: MeteredRequest): Settlement => {
  const { promise: due, resolve: send, reject } = Promise.withResolvers<void>();
  const settled = soon().then(() => accounts().meter.settle(reserved, due));
  for (const promise of [due, settled]) promise.catch(() => {});
  return {
    send: () => {
      send();
      return settled;
    },
    drop: () => reject(new Error("The work failed.")),
  };
};

/** Milliseconds between attempts to return the credits of a request that failed because the accounts could not be reached. */
const GIVE_BACK_INTERVAL_MS = 5000;
/** Milliseconds after a reservation has lapsed in which its credits may still be returned. */
const GIVE_BACK_LIMIT_MS = 600_000;

/** Tries to return a request's credits until the accounts can be reached. */
const giveBackLater = (request: MeteredRequest): void => {
  const attempt = () => {
    accounts()
      .meter.giveBack(request)
      .catch((error: unknown) => {
        logFailure("refund", error, request.requestId);
        if (Date.now() < request.expires + GIVE_BACK_LIMIT_MS) giveBackLater(request);
      });
  };
  setTimeout(attempt, GIVE_BACK_INTERVAL_MS).unref();
};

/** Settles a reservation. Throws where it is not spent; then the caller gets no document and pays nothing. */
const settle = async (settlement: Settlement, request: MeteredRequest): Promise<void> => {
  const outcome = await accounts().meter.outcomeOf(request, settlement.send());
  if (outcome.isSpent) return;
  if (!outcome.isKnown) giveBackLater(request);
  throw (
    outcome.error ??
    new ServiceError("PROCESSING_FAILED", "The work took too long: its reservation had lapsed.", {
      reason: "out-of-time",
    })
  );
};

const windowHeaders = ({ window, balance }: MeterResult) => ({
  ...(window !== undefined && {
    "X-RateLimit-Limit": window.limit,
    "X-RateLimit-Remaining": window.remaining,
    "X-RateLimit-Reset": window.reset,
  }),
  "X-Credits-Remaining": balance,
});

const addWindowHeaders = (request: Request): void => {
  const { standing } = request.internal;
  if (standing !== undefined) decorate(request, windowHeaders(standing));
};

/** Counts a request that costs nothing or is refused. Throws the refusal, of the account first. */
const countRequest = async ({ internal }: Request): Promise<void> => {
  const { caller, refusal } = internal;
  internal.standing = await accounts().meter.countRequest(caller!);
  const refused = internal.standing.refusal ?? refusal;
  if (refused !== undefined) throw refused;
};

/** Counts a request and reserves its credits, where it has a price. Throws the refusal of the account. */
const reserveCredits = async (
  { internal }: Request,
  operation: string,
  priceOf: (plan: Plan) => number,
): Promise<void> => {
  const request = {
    caller: internal.caller!,
    requestId: internal.requestId!,
    operation,
    day: utcDay(Date.now()),
    credits: 0,
    expires: internal.claimed?.expires ?? lapseTime(),
    keyUse: internal.claimed?.keyUse,
  };
  internal.standing = await accounts().meter.reserve(request, priceOf);
  if (internal.standing.refusal) throw internal.standing.refusal;
  const { credits = 0, wasRepeated = false, pastCounters, pastSlots } = internal.standing;
  if (credits === 0) return;
  internal.reserved = { ...request, credits, wasRepeated, pastCounters, pastSlots };
  internal.settlement = settlementOf(internal.reserved);
};

/** Returns the credits of a failed request. A failure is only logged. */
const refundCredits = async ({ internal }: Request, reserved: MeteredRequest): Promise<void> => {
  try {
    const balance = await accounts().meter.refund(reserved);
    if (balance !== undefined) internal.standing = { ...internal.standing!, balance };
  } catch (error) {
    logFailure("refund", error, reserved.requestId); // the reservation lapses by itself
  }
};

/** Counts each request of a known caller, reserves its credits before the work, and returns them when the work fails. */
export const meter = <Input>(contract: Contract<Input>): Middleware => ({
  before: async (request) => {
    const { event, internal } = request;
    const isFree = internal.refusal !== undefined || internal.isPaid || isDryRun(event);
    const priceOf = (plan: Plan) => costOf(contract, event.input as Input, plan);
    await (isFree ? countRequest(request) : reserveCredits(request, contract.path, priceOf));
    event.plan = accounts().meter.planOf(internal.caller!);
  },
  after: async (request) => {
    const { reserved, settlement } = request.internal;
    // A caller that has hung up since the work ended gets no document, so nothing is charged.
    request.event.signal?.throwIfAborted();
    request.internal.reserved = undefined;
    request.internal.isSettling = settlement !== undefined;
    if (settlement !== undefined) await settle(settlement, reserved!);
    addWindowHeaders(request);
    decorate(request, { "X-Credits-Used": reserved?.credits ?? 0 });
  },
  onError: async (request) => {
    const { reserved, settlement } = request.internal;
    settlement?.drop();
    if (reserved !== undefined) await refundCredits(request, reserved);
    addWindowHeaders(request);
  },
});
