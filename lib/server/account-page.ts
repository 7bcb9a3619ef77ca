import { accounts } from "../accounts/accounts.ts";
import { RateLimiter } from "../accounts/rate-limiter.ts";
import { standingOf } from "../accounts/standing.ts";
import { callerOf } from "../http/authenticate.ts";
import { jsonReply } from "../http/exchange.ts";
import type { PageHandler } from "./page.ts";

const limiter = new RateLimiter();

/** The page with the balance and limits of the caller's account. It is free and no counted request, but has a limit of its own. */
export const accountPage: PageHandler = async (event) => {
  const { keys, meter, table } = accounts();
  const caller = await callerOf(event, keys);
  limiter.take(caller.account, performance.now());
  return jsonReply(200, await standingOf(table, caller, (name) => meter.planNamed(name), Date.now()));
};
