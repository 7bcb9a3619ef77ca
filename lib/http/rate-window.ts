import { accounts } from "../accounts/accounts.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import type { Authenticated } from "./authenticate.ts";
import { decorate, type Reply } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";

/** A request with its account as the last look at it, or the last write, has found it. */
export interface Standing {
  standing?: MeterResult | undefined;
}

/**
 * Throws RATE_LIMIT_EXCEEDED if the caller's window is known to be full, before anything of the body is read. Adds how the
 * account stands to the answer.
 */
export const rateWindow = (): Middleware<Authenticated, Standing> => {
  const answer = ({ standing }: Standing, reply: Reply) => {
    if (standing === undefined) return;
    const { window, balance } = standing;
    if (window !== undefined) {
      decorate(reply, {
        "X-RateLimit-Limit": window.limit,
        "X-RateLimit-Remaining": window.remaining,
        "X-RateLimit-Reset": window.reset,
      });
    }
    decorate(reply, { "X-Credits-Remaining": balance });
  };
  return {
    before: (request) => {
      request.standing = accounts().meter.knownRefusal(request.caller);
      if (request.standing?.refusal !== undefined) throw request.standing.refusal;
      return {};
    },
    after: answer,
    onError: answer,
  };
};
