import { accounts } from "../accounts/accounts.ts";
import type { Caller, Keys } from "../accounts/keys.ts";
import { ServiceError } from "../errors/service-error.ts";
import { type Event, headerOf } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { Authenticated, Received } from "./request.ts";

/** The caller whose X-API-Key a request carries; throws UNAUTHORIZED for every fault of the key. */
export const callerOf = async (event: Event, keys: Keys): Promise<Caller> => {
  const caller = await keys.find(headerOf(event, "x-api-key") ?? "");
  if (caller === undefined) throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
  return caller;
};

/** Finds the account of the X-API-Key; throws UNAUTHORIZED for every fault of the key. */
export const authenticate = (): Middleware<Received, Authenticated> => ({
  before: async (request) => {
    const caller = request.context.job?.caller ?? (await callerOf(request, accounts().keys));
    request.context.onCaller?.(caller.account);
    return { caller };
  },
});
