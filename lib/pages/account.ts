import { accounts } from "../accounts/accounts.ts";
import { standingOf } from "../accounts/standing.ts";
import { callerOf } from "../http/authenticate.ts";
import { jsonReply } from "../http/respond.ts";
import type { Page } from "./page.ts";

/** The page that tells a caller how its account stands. It costs nothing and counts as no request. */
export const accountPage: Page = async (event) => {
  const { keys, table } = accounts();
  return jsonReply(200, await standingOf(table, await callerOf(event, keys), Date.now()));
};
