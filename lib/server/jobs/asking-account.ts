import { accountKey, toAccount } from "../../accounts/account.ts";
import { accounts } from "../../accounts/accounts.ts";
import { RateLimiter } from "../../accounts/rate-limiter.ts";
import { readItem } from "../../accounts/write.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { callerOf } from "../../http/authenticate.ts";
import type { Event } from "../../http/exchange.ts";

/** Queries for its jobs and batches that an account may send in any minute. */
const QUERIES_A_MINUTE = 600;
const limiter = new RateLimiter(QUERIES_A_MINUTE, "for its jobs");

/** The account of the key of a request. Throws UNAUTHORIZED also if the account is suspended or the key was revoked. */
export const accountOf = async (event: Event): Promise<string> => {
  const { keys, table } = accounts();
  const { account, keyId } = await callerOf(event, keys);
  limiter.take(account, performance.now());
  const item = await readItem(table, accountKey(account));
  const found = item && toAccount(item);
  if (!found?.isActive || !found.keyIds.has(keyId))
    throw new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
  return account;
};
