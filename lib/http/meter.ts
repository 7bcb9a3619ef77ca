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
      internal.reserved = request;
      internal.settlement = settlementOf(request);
    },
    after: async (request) => {
      const { reserved, settlement } = request.internal;
      const settled = settlement === undefined || (await settlement.send());
      request.internal.reserved = undefined;
      if (!settled) throw new ServiceError("PROCESSING_FAILED", "The work took too long: its reservation had lapsed.");
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
