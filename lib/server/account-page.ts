import { accounts } from "../accounts/accounts.ts";
import { RateLimiter } from "../accounts/rate-limiter.ts";
import { standingOf } from "../accounts/standing.ts";
import { callerOf } from "../http/authenticate.ts";
import { jsonReply } from "../http/exchange.ts";
import type { Page } from "./page.ts";

const limiter = new RateLimiter();

/** The page that tells a caller how its account stands. It costs nothing and counts as no request, but has a limit of its own. */
export const accountPage: Page = async (event) => {
  const { keys, meter, table } = accounts();
  const caller = await callerOf(event, keys);
  limiter.take(caller.account, performance.now());
  return jsonReply(200, await standingOf(table, caller, (name) => meter.planNamed(name), Date.now()));
};
