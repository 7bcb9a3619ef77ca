import { ServiceError } from "../errors.ts";
import type { Account } from "./account.ts";
import * as expressions from "./expressions.ts";
import type { Caller } from "./keys.ts";
import type { Metered } from "./metered.ts";
import { type Standing, type Tier, tierOf, windowOf, windowRefusal } from "./standing.ts";
import type { Table } from "./table.ts";
import { writeAccount } from "./write.ts";

/** Counts requests against the rate windows and credits, in one conditional write each. */
export interface Meter {
  /** Counts a valid request and reserves its credits until it ends, or until they lapse and are the account's again. */
  admit(request: Metered): Promise<Standing>;
  /** Counts a request that is refused for another reason. */
  tick(caller: Caller): Promise<Standing>;
  /** Spends what was reserved, once it is due; false where that had lapsed. Rejects where `due` does. */
  settle(request: Metered, due?: Promise<void>): Promise<boolean>;
  /** Returns what was reserved, once, however often it is asked; the balance then, undefined where the account is no more. */
  refund(request: Metered): Promise<number | undefined>;
}

/** How often a write is tried again when the account changed between its refusal and the verdict. */
const TRIES = 5;

const UNAUTHORIZED = () => new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
const BUSY = () => new ServiceError("SERVICE_UNAVAILABLE", "This account is too busy.", { retryAfter: 1 });

/** The meter over a table. `now` is its clock, in ms since 1970; `purchaseUrl` is told where credits are short. */
export const meterOver = (table: Table, purchaseUrl: string, now: () => number = Date.now): Meter => {
  /** Returns holds of requests that never ended; the expiry in the condition lets only one of many recoverers do it. */
  const recover = async (id: string, account: Account, moment: number): Promise<{ found: number; mine: number }> => {
    const expired = [...account.holds].filter(([, hold]) => hold.expires < moment);
    let mine = 0;
    for (const [requestId, { credits, expires }] of expired) {
      const { done } = await writeAccount(table, id, expressions.recover(requestId, credits, expires));
      if (done) mine++;
    }
    return { found: expired.length, mine };
  };

  const standing = (account: Account, tier: Tier, moment: number, refusal?: ServiceError): Standing => ({
    balance: account.balance,
    window: windowOf(account, tier, moment),
    ...(refusal === undefined ? {} : { refusal }),
  });

  /** The caller's account as it stood in the way of a write; throws UNAUTHORIZED where the key or account is no more. */
  const inForce = (account: Account | undefined, { keyId }: Caller): Account => {
    if (account?.on && account.keyIds.has(keyId)) return account;
    throw UNAUTHORIZED();
  };

  const tick = async (caller: Caller): Promise<Standing> => {
    let tier: Tier = "full";
    for (let tries = 0; tries < TRIES; tries++) {
      const moment = now();
      const { done, account: found } = await writeAccount(
        table,
        caller.account,
        expressions.tick(tier, caller, moment),
      );
      const account = inForce(found, caller);
      if (done) return standing(account, tier, moment);
      const refusal = windowRefusal(account, moment);
      tier = tierOf(account);
      if (refusal) return standing(account, tier, moment, refusal);
    }
    throw BUSY();
  };

  const admit = async (request: Metered): Promise<Standing> => {
    const { caller, requestId, credits } = request;
    let recovered = 0;
    for (let tries = 0; tries < TRIES; tries++) {
      const moment = now();
      const { done, account: found } = await writeAccount(table, caller.account, expressions.admit(request, moment));
      const account = inForce(found, caller);
      const { found: lapsed, mine } = await recover(caller.account, account, moment);
      recovered += mine;
      // The SDK tries again when an answer is lost: then the hold is there already.
      if (done || account.holds.has(requestId)) return { ...standing(account, "full", moment), recovered };
      if (lapsed > 0) continue;
      const tier = tierOf(account);
      const refusal = windowRefusal(account, moment);
      if (refusal) return { ...standing(account, tier, moment, refusal), recovered };
      if (account.balance >= credits) continue;
      const ticked = await tick(caller);
      const shortfall = { creditsRequired: credits, creditsBalance: account.balance, purchaseUrl };
      const message = `This call costs ${credits} credits; ${account.balance} are left.`;
      return { refusal: new ServiceError("INSUFFICIENT_CREDITS", message, { shortfall }), ...ticked, recovered };
    }
    throw BUSY();
  };

  return {
    admit,
    tick,
    settle: async ({ caller, requestId, credits, expires }, due) => {
      const { done } = await writeAccount(table, caller.account, expressions.settle(requestId, credits), due);
      // Before it lapses only this request can have ended it: then the SDK tried again after a lost answer.
      return done || now() < expires;
    },
    refund: async ({ caller, requestId, credits }) => {
      const { account } = await writeAccount(table, caller.account, expressions.refund(requestId, credits));
      return account?.balance;
    },
  };
};
