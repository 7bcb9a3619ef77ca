import { accounts } from "../accounts/accounts.ts";
import { ServiceError } from "../errors.ts";
import { headerOf, type Middleware, originOf } from "./exchange.ts";

/** Finds the account of the X-API-Key; throws UNAUTHORIZED for every fault of the key. */
export const authenticate = (): Middleware => ({
  before: async ({ event, internal }) => {
    const caller = await accounts().keys.find(headerOf(event, "x-api-key") ?? "");
    if (caller === undefined) throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
    internal.caller = caller;
    event.owner = { account: caller.account, origin: originOf(event) };
  },
});
