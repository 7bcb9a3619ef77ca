import { ServiceError } from "../errors.ts";
import type { Account, Hold } from "./account.ts";
import * as expressions from "./expressions.ts";
import * as holds from "./hold-expressions.ts";
import * as idempotency from "./idempotency.ts";
import type { KeyedRequest } from "./idempotency-key.ts";
import type { Caller } from "./keys.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { type MeterResult, type Tier, tierOf, windowOf, windowRefusal } from "./rate-window.ts";
import { ENDED_HOLD_LIFETIME_MS, giveBack, outcomeOf, type SettlementOutcome, settle } from "./reservation-end.ts";
import type { Table } from "./table.ts";
import { pastCounters } from "./usage.ts";
import { writeAccount } from "./write.ts";

/** Attempts at a write. The account may change between a refused write and the search for its reason. */
const WRITE_ATTEMPTS = 5;

/** Accounts whose last requests a process remembers: some kilobytes each. */
const KNOWN_ACCOUNTS_LIMIT = 1000;

const unauthorized = () => new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
const accountBusy = () =>
  new ServiceError("SERVICE_UNAVAILABLE", "This account is too busy.", { reason: "account-busy", retryAfter: 1 });

/** The caller's account as a write found it; throws UNAUTHORIZED where the account is suspended or the key revoked. */
const activeAccount = (account: Account | undefined, { keyId }: Caller): Account => {
  if (account?.isActive && account.keyIds.has(keyId)) return account;
  throw unauthorized();
};

const resultOf = (account: Account, tier: Tier, now: number, refusal?: ServiceError): MeterResult => ({
  balance: account.balance,
  window: windowOf(account, tier, now),
  ...(refusal === undefined ? {} : { refusal }),
});

/** Counts requests against the rate windows and credits, in one conditional write each. */
export class Meter {
  readonly #table: Table;
  readonly #purchaseUrl: string | null;
  readonly #now: () => number;
  /** Accounts as the last write found them. */
  readonly #known = new Map<string, Account>();

  /** A meter over a table. `now` is its clock, in ms since 1970; errors for missing credits name `purchaseUrl`. */
  constructor(table: Table, purchaseUrl: string | null, now: () => number = Date.now) {
    this.#table = table;
    this.#purchaseUrl = purchaseUrl;
    this.#now = now;
  }

  /** The refusal of a request that is certain without a look at the table: the account's last requests fill its window. */
  knownRefusal({ account }: Caller): MeterResult | undefined {
    const known = this.#known.get(account);
    const now = this.#now();
    const refusal = known && windowRefusal(known, now);
    return refusal && resultOf(known, tierOf(known), now, refusal);
  }

  /** Counts a valid request and reserves its credits until the request ends or the reservation lapses. */
  async reserve(request: MeteredRequest): Promise<MeterResult> {
    const { caller, requestId, credits } = request;
    let recovered = 0;
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      const now = this.#now();
      const write = expressions.reserve(request, now);
      const { done, account: found, wasRepeated } = await writeAccount(this.#table, caller.account, write);
      const account = this.#seen(caller, found);
      const { lapsed, returned } = await this.#recover(caller.account, account, now);
      recovered += returned;
      // The SDK repeats a write whose answer was lost: then the hold of the first one exists already.
      if (done || account.holds.has(requestId)) {
        const past = pastCounters(account.usage, request.day);
        return { ...resultOf(account, "full", now), recovered, wasRepeated, pastCounters: past };
      }
      if (lapsed > 0) continue;
      const refusal = windowRefusal(account, now);
      if (refusal) return { ...resultOf(account, tierOf(account), now, refusal), recovered };
      if (account.balance < credits) return { ...(await this.#refuseCredits(request, account)), recovered };
    }
    throw accountBusy();
  }

  /** Counts a request that is refused for another reason. */
  async countRequest(caller: Caller): Promise<MeterResult> {
    let tier: Tier = "full";
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      const now = this.#now();
      const write = expressions.countRequest(tier, caller, now);
      const { done, account: found } = await writeAccount(this.#table, caller.account, write);
      const account = this.#seen(caller, found);
      if (done) return resultOf(account, tier, now);
      const refusal = windowRefusal(account, now);
      tier = tierOf(account);
      if (refusal) return resultOf(account, tier, now, refusal);
    }
    throw accountBusy();
  }

  /** Spends a reservation once `due` resolves; false where it had lapsed. Rejects where `due` does. */
  settle(request: MeteredRequest, due?: Promise<void>): Promise<boolean> {
    return settle(this.#table, request, this.#now, due);
  }

  /** The outcome of `settle`; a reservation whose settlement got no answer is looked up. */
  outcomeOf(request: MeteredRequest, settled: Promise<boolean>): Promise<SettlementOutcome> {
    return outcomeOf(this.#table, request, settled);
  }

  /** Returns the credits of a request that got no document; further calls change nothing. */
  giveBack(request: MeteredRequest): Promise<void> {
    return giveBack(this.#table, request);
  }

  /**
   * Returns a reservation whose settlement was never sent; further calls change nothing. Gives the balance, or undefined
   * where the account no longer exists.
   */
  async refund(request: MeteredRequest): Promise<number | undefined> {
    const { account } = await writeAccount(this.#table, request.caller.account, holds.refund(request));
    this.#remember(request.caller, account);
    return account?.balance;
  }

  /** Claims the idempotency key of a request. */
  claim(request: KeyedRequest): Promise<idempotency.Claim> {
    return idempotency.claim(this.#table, request, this.#now);
  }

  /** Frees the idempotency key of a request that failed and was not charged. */
  release(request: KeyedRequest): Promise<void> {
    return idempotency.release(this.#table, request);
  }

  /** Marks the idempotency key of a request as used, once the request is charged. */
  complete(request: KeyedRequest): Promise<void> {
    return idempotency.complete(this.#table, request);
  }

  /** The caller's account, which is remembered for `knownRefusal`. Throws as `activeAccount` does. */
  #seen(caller: Caller, found: Account | undefined): Account {
    this.#remember(caller, found);
    return activeAccount(found, caller);
  }

  #remember({ account }: Caller, found: Account | undefined): void {
    this.#known.delete(account);
    // An account without credits may get some at any moment, and with them a larger window.
    if (found?.isActive && tierOf(found) === "full") this.#known.set(account, found);
    if (this.#known.size > KNOWN_ACCOUNTS_LIMIT) this.#known.delete(this.#known.keys().next().value!);
  }

  async #refuseCredits(request: MeteredRequest, { balance }: Account): Promise<MeterResult> {
    const { caller, credits } = request;
    const counted = await this.countRequest(caller);
    const shortfall = { creditsRequired: credits, creditsBalance: balance, purchaseUrl: this.#purchaseUrl };
    const message = `This call costs ${credits} credits; ${balance} are left.`;
    return { refusal: new ServiceError("INSUFFICIENT_CREDITS", message, { shortfall }), ...counted };
  }

  /** Removes an ended hold. Where a server died before it marked the request's idempotency key, the key is marked first. */
  async #forget(id: string, requestId: string, { end, keyHash }: Hold): Promise<void> {
    const isSpent = end === "spent" || end === "kept";
    if (isSpent && keyHash !== undefined) await idempotency.markUsed(this.#table, id, keyHash, requestId);
    await writeAccount(this.#table, id, holds.forget(requestId));
  }

  /** Returns lapsed holds, and removes those that ended long ago. */
  async #recover(id: string, account: Account, now: number): Promise<{ lapsed: number; returned: number }> {
    let [lapsed, returned] = [0, 0];
    for (const [requestId, hold] of account.holds) {
      if (hold.end !== undefined) {
        if (hold.expires + ENDED_HOLD_LIFETIME_MS < now) await this.#forget(id, requestId, hold);
      } else if (hold.expires < now) {
        lapsed++;
        const { done } = await writeAccount(this.#table, id, holds.recover(requestId, hold));
        if (done) returned++;
      }
    }
    return { lapsed, returned };
  }
}
