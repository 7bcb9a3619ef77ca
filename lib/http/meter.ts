import { setImmediate as soon } from "node:timers/promises";
import { accounts } from "../accounts/accounts.ts";
import type { MeteredRequest } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import { config } from "../config.ts";
import { type Contract, costOf } from "../contract.ts";
import { ServiceError } from "../errors.ts";
import { decorate, type Middleware, type Request, type Settlement } from "./exchange.ts";
import { logFailure } from "./log.ts";

/** Milliseconds after the deadline at which a reservation lapses: its request cannot be running any more. */
const LAPSE_AFTER_DEADLINE_MS = 30_000;

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

/** Milliseconds between attempts to return the credits of a request that was told that the accounts cannot be reached. */
const GIVE_BACK_INTERVAL_MS = 5000;
/** Milliseconds after the lapse of its reservation in which a request's credits may still be returned. */
const GIVE_BACK_LIMIT_MS = 600_000;

/** Tries to return a request's credits until the accounts can be reached. */
const giveBackLater = (request: MeteredRequest): void => {
  const attempt = () => {
    accounts()
      .meter.giveBack(request)
      .catch((error: unknown) => {
        logFailure("refund", error);
        if (Date.now() < request.expires + GIVE_BACK_LIMIT_MS) giveBackLater(request);
      });
  };
  setTimeout(attempt, GIVE_BACK_INTERVAL_MS).unref();
};

/** Settles a reservation. Throws where it is not spent: the caller gets no document then, and pays nothing. */
const settle = async (settlement: Settlement, request: MeteredRequest): Promise<void> => {
  const outcome = await accounts().meter.outcomeOf(request, settlement.send());
  if (outcome.isSpent) return;
  if (!outcome.isKnown) giveBackLater(request);
  throw outcome.error ?? new ServiceError("PROCESSING_FAILED", "The work took too long: its reservation had lapsed.");
};

const windowHeaders = ({ window, balance }: MeterResult) => ({
  "X-RateLimit-Limit": window.limit,
  "X-RateLimit-Remaining": window.remaining,
  "X-RateLimit-Reset": window.reset,
  "X-Credits-Remaining": balance,
});

/** Counts each request of a known caller, reserves its credits before the work, and returns them when the work fails. */
export const meter = <Input>(contract: Contract<Input>): Middleware => {
  const answer = (request: Request) => {
    const { standing } = request.internal;
    if (standing !== undefined) decorate(request, windowHeaders(standing));
  };

  return {
    before: async ({ event, internal }) => {
      const { caller, requestId, refusal } = internal;
      const credits = refusal === undefined ? costOf(contract, event.input as Input) : 0;
      if (credits === 0) {
        internal.standing = await accounts().meter.countRequest(caller!);
        const refused = internal.standing.refusal ?? refusal;
        if (refused !== undefined) throw refused;
        return;
      }

      const request: MeteredRequest = {
        caller: caller!,
        requestId: requestId!,
        credits,
        expires: Date.now() + config.deadline + LAPSE_AFTER_DEADLINE_MS,
      };
      internal.standing = await accounts().meter.reserve(request);
      if (internal.standing.refusal) throw internal.standing.refusal;
      internal.reserved = { ...request, wasRepeated: internal.standing.wasRepeated ?? false };
      internal.settlement = settlementOf(internal.reserved);
    },
    after: async (request) => {
      const { reserved, settlement } = request.internal;
      // A caller who has hung up since the work ended gets no document, so nothing is charged.
      request.event.signal?.throwIfAborted();
      request.internal.reserved = undefined;
      if (settlement !== undefined) await settle(settlement, reserved!);
      answer(request);
      decorate(request, { "X-Credits-Used": reserved?.credits ?? 0 });
    },
    onError: async (request) => {
      const { reserved, settlement, standing } = request.internal;
      settlement?.drop();
      if (reserved !== undefined) {
        try {
          const balance = await accounts().meter.refund(reserved);
          if (balance !== undefined) request.internal.standing = { ...standing!, balance };
        } catch (error) {
          logFailure("refund", error); // the reservation lapses by itself
        }
      }
      answer(request);
    },
  };
};
