import { accounts } from "../accounts/accounts.ts";
import { ServiceError } from "../errors.ts";
import { headerOf, type Middleware, originOf } from "./exchange.ts";

/**
 * Finds the account behind X-API-Key. Throws UNAUTHORIZED, whatever is wrong with the key, and RATE_LIMIT_EXCEEDED where the
 * account's window is known to be full, before anything of the body is read.
 */
export const authenticate = (): Middleware => ({
  before: async ({ event, internal }) => {
    const caller = await accounts().keys.find(headerOf(event, "x-api-key") ?? "");
    if (caller === undefined) throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
    internal.caller = caller;
    internal.standing = accounts().meter.knownRefusal(caller);
    if (internal.standing?.refusal !== undefined) throw internal.standing.refusal;
    event.owner = { account: caller.account, origin: originOf(event) };
  },
});
