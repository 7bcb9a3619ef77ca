import { setImmediate as soon } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import type { MeteredRequest } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import { utcDay } from "../accounts/usage.ts";
import { config } from "../config.ts";
import type { Contract } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Plan } from "../settings/plan.ts";
import { decorate, isDryRun, type JobOnHost } from "./exchange.ts";
import { logFailure } from "./log.ts";
import type { Middleware } from "./middleware.ts";
import type {
  Accounted,
  Authenticated,
  BodyRead,
  Deferred,
  Keyed,
  Limited,
  Metered,
  Received,
  Recorded,
  Settlement,
} from "./request.ts";

/** Milliseconds after the deadline at which a reservation lapses. By then its request cannot be running any more. */
const LAPSE_AFTER_DEADLINE_MS = 30_000;

/** When the reservation of a request that begins now lapses, in ms since 1970. */
export const lapseTime = (): number => Date.now() + config.deadlineMs + LAPSE_AFTER_DEADLINE_MS;

/** Prepares the write that spends a reservation while the work runs. */
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

/** Spends a reservation. Throws if it is not spent; then the caller gets no document and pays nothing. */
const spend = async (settlement: Settlement, request: MeteredRequest): Promise<void> => {
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

type Unmetered<Input> = Received &
  Recorded &
  Authenticated &
  Accounted &
  BodyRead<Input> &
  Keyed &
  Deferred &
  Partial<Limited>;

/** Notes how the account stands after a write, and returns it. Throws if the account refuses the request. */
const notRefused = (request: Accounted, standing: MeterResult): MeterResult => {
  request.standing = standing;
  if (standing.refusal !== undefined) throw standing.refusal;
  return standing;
};

/** Counts a request and reserves its credits, if it has a price. Throws the refusal of the account. */
const reserveCredits = async <Input>(
  operation: string,
  request: Unmetered<Input>,
  priceOn: (plan: Plan) => number,
): Promise<Pick<Metered<Input>, "standing" | "credits" | "reserved" | "settlement">> => {
  const { caller, requestId, claimed } = request;
  const unpriced = {
    caller,
    requestId,
    operation,
    day: utcDay(Date.now()),
    credits: 0,
    expires: claimed?.expires ?? lapseTime(),
    keyUse: claimed?.keyUse,
  };
  const standing = notRefused(request, await accounts().meter.reserve(unpriced, priceOn));
  const { credits = 0, wasRepeated = false, pastCounters, pastSlots } = standing;
  if (credits === 0) return { standing, credits };
  const reserved = { ...unpriced, credits, wasRepeated, pastCounters, pastSlots };
  return { standing, credits, reserved, settlement: settlementOf(reserved) };
};

/** Returns the credits of a failed request. A failure is only logged. */
const refundCredits = async (request: Accounted, reserved: MeteredRequest): Promise<void> => {
  try {
    const balance = await accounts().meter.refund(reserved);
    if (balance !== undefined && request.standing) request.standing = { ...request.standing, balance };
  } catch (error) {
    logFailure("refund", error, reserved.requestId); // the reservation lapses by itself
  }
};

/** A job was counted, and its credits were reserved, when it was submitted. In a batch its input may cost less. */
const unmetered = <Input>(checked: BodyRead<Input>["checked"], { plan, price }: JobOnHost) => {
  if ("refusal" in checked) throw checked.refusal;
  price(checked.priceOn(plan));
  return { input: checked.input, standing: { balance: 0, window: undefined } };
};

/** Counts each request of a known caller, reserves its credits before the work, and returns them when the work fails. */
export const meter = <Input>({ path }: Contract<Input>): Middleware<Unmetered<Input>, Metered<Input>> => ({
  before: async (request) => {
    const { caller, checked, isPaid = false, deferred } = request;
    const { job } = request.context;
    const { meter } = accounts();
    if (job !== undefined) return { ...unmetered(checked, job), plan: job.plan, credits: job.credits };
    const count = async () => notRefused(request, await meter.countRequest(caller));
    if ("refusal" in checked) {
      await count();
      throw checked.refusal;
    }
    const { input, priceOn } = checked;
    if (deferred?.standing) return { input, plan: meter.planOf(caller), standing: deferred.standing, credits: 0 };
    const isFree = isPaid || isDryRun(request) || deferred !== undefined;
    const counted = isFree ? { standing: await count(), credits: 0 } : await reserveCredits(path, request, priceOn);
    // From here on `onError` has to know the reservation.
    Object.assign(request, counted);
    return { input, plan: meter.planOf(caller), ...counted };
  },
  after: async (request, reply) => {
    const { reserved, settlement, signal, credits } = request;
    // A caller that has hung up since the work ended gets no document, so nothing is charged.
    signal?.throwIfAborted();
    request.reserved = undefined;
    if (settlement !== undefined && reserved !== undefined) {
      request.isSettling = true;
      await spend(settlement, reserved);
    }
    decorate(reply, { "X-Credits-Used": credits });
  },
  onError: async (request) => {
    const { reserved, settlement } = request;
    settlement?.drop();
    if (reserved !== undefined) await refundCredits(request, reserved);
  },
});
