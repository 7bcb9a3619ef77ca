import { accounts } from "../accounts/accounts.ts";
import { decorate, type Reply } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { Accounted, Authenticated, Received } from "./request.ts";

/**
 * Throws RATE_LIMIT_EXCEEDED if the caller's window is known to be full, before anything of the body is read. Adds how the
 * account stands to the answer.
 */
export const rateWindow = (): Middleware<Received & Authenticated, Accounted> => {
  const answer = ({ standing }: Accounted, reply: Reply) => {
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
      if (request.context.job !== undefined) return {};
      request.standing = accounts().meter.knownRefusal(request.caller);
      if (request.standing?.refusal !== undefined) throw request.standing.refusal;
      return {};
    },
    after: answer,
    onError: answer,
  };
};
