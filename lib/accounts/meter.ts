import { ServiceError } from "../errors/service-error.ts";
import { BUILT_IN_PLANS, type Plan, type Plans, STANDARD_PLAN_NAME } from "../settings/plan.ts";
import type { Account } from "./account.ts";
import * as expressions from "./expressions.ts";
import * as holds from "./hold-expressions.ts";
import * as idempotency from "./idempotency.ts";
import type { KeyedRequest, KeyRecord } from "./idempotency-key.ts";
import type { Caller } from "./keys.ts";
import { KnownAccounts } from "./known-accounts.ts";
import type { MeteredRequest } from "./metered-request.ts";
import { type MeterResult, needsSlots, type Tier, tierOf, windowOf, windowRefusal } from "./rate-window.ts";
import { recoverHolds } from "./recover-holds.ts";
import { giveBack, outcomeOf, type SettlementOutcome, settleReservation } from "./reservation-end.ts";
import type { Table } from "./table.ts";
import { pastCounters } from "./usage.ts";
import { removingSlots } from "./usage-expressions.ts";
import { beginSlots, pastSlots } from "./windows/slots.ts";
import { type WriteResult, writeAccount } from "./write.ts";

/** Attempts at a write. The account may change between a refused write and the search for its reason. */
const WRITE_ATTEMPTS = 5;

/** The most past slots that may stay in an item. Settlements remove past slots, but requests without a charge have none. */
const PAST_SLOTS_LIMIT = 60;

const unauthorized = () => new ServiceError("UNAUTHORIZED", "X-API-Key is missing or holds no valid key.");
const accountBusy = () =>
  new ServiceError("SERVICE_UNAVAILABLE", "This account is too busy.", { reason: "account-busy", retryAfter: 1 });

/** The caller's account as a write found it; throws UNAUTHORIZED if the account is suspended or the key revoked. */
const activeAccount = (account: Account | undefined, { keyId }: Caller): Account => {
  if (account?.isActive && account.keyIds.has(keyId)) return account;
  throw unauthorized();
};

const planNotConfigured = (plan: string) =>
  new ServiceError("SERVICE_UNAVAILABLE", "The plan of this account is not configured.", {
    reason: "plan-not-configured",
    retryAfter: 60,
    cause: new Error(`PLATEN_PLANS has no plan ${plan}.`),
  });

const resultOf = (account: Account, tier: Tier, plan: Plan, now: number): MeterResult => ({
  balance: account.balance,
  window: windowOf(account, tier, plan, now),
});

/**
 * Reserves the credits of a request in a way of its own, by the plan that the account is thought to have. `refusal` is why the
 * account may not have it, beside its windows and its credits.
 */
type Reserve = (
  request: MeteredRequest,
  plan: Plan,
  now: number,
) => Promise<WriteResult & { readonly refusal?: ServiceError | undefined }>;

/** Counts requests against the rate windows and credits, in one conditional write each. */
export class Meter {
  readonly #table: Table;
  readonly #purchaseUrl: string | null;
  readonly #now: () => number;
  readonly #plans: Plans;
  readonly #known = new KnownAccounts();

  /** A meter over a table. `now` is its clock, in ms since 1970; errors for missing credits name `purchaseUrl`. */
  constructor(table: Table, purchaseUrl: string | null, now: () => number = Date.now, plans: Plans = BUILT_IN_PLANS) {
    this.#table = table;
    this.#purchaseUrl = purchaseUrl;
    this.#now = now;
    this.#plans = plans;
  }

  /** The plan of a name. Throws SERVICE_UNAVAILABLE if it is not configured. */
  planNamed(name: string): Plan {
    const plan = this.#plans.get(name);
    if (plan === undefined) throw planNotConfigured(name);
    return plan;
  }

  /** The plan that the caller's account had when it was last read. Throws SERVICE_UNAVAILABLE if it is not configured. */
  planOf({ account, plan = STANDARD_PLAN_NAME }: Caller): Plan {
    return this.planNamed(this.#known.planName(account) ?? plan);
  }

  /** The refusal of a request whose account had a full window a moment ago, so that the table need not be asked. */
  knownRefusal(caller: Caller): MeterResult | undefined {
    const now = this.#now();
    const known = this.#known.funded(caller.account, now);
    if (known === undefined) return undefined;
    const plan = this.planOf(caller);
    const refusal = windowRefusal(known, plan, now);
    return refusal && { ...resultOf(known, tierOf(known), plan, now), refusal };
  }

  /**
   * Counts a valid request and reserves its credits until the request ends or the reservation lapses. `priceOf` returns
   * the credits on a plan; a request without a price is only counted, unless `own` writes the reservation.
   */
  async reserve(
    request: MeteredRequest,
    priceOf: (plan: Plan) => number = () => request.credits,
    own?: Reserve,
  ): Promise<MeterResult> {
    const { caller, requestId } = request;
    let recovered = 0;
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      const [now, plan] = [this.#now(), this.planOf(caller)];
      const credits = priceOf(plan);
      if (credits === 0 && own === undefined) {
        const counted = await this.countRequest(caller);
        // The account may have been found on another plan, which has a price: then the request is counted once more.
        if (counted.refusal || priceOf(this.planOf(caller)) === 0) return { ...counted, credits, recovered };
        continue;
      }
      const reserve = own ?? this.#hold;
      const { done, account: found, wasRepeated, refusal: other } = await reserve({ ...request, credits }, plan, now);
      const account = this.#seen(caller, found);
      if (await this.#mustRepeat(account, caller, "full", plan)) continue;
      const { lapsed, returned } = await recoverHolds(this.#table, caller.account, account, now);
      recovered += returned;
      // The SDK repeats a write whose answer was lost: then the hold of the first one exists already.
      if (done || account.holds.has(requestId)) {
        const past = { pastCounters: pastCounters(account.usage, request.day), pastSlots: pastSlots(account, now) };
        return { ...resultOf(account, "full", plan, now), credits, recovered, wasRepeated, ...past };
      }
      if (lapsed > 0) continue;
      const refusal = windowRefusal(account, plan, now);
      if (refusal) return { ...resultOf(account, tierOf(account), plan, now), refusal, recovered };
      if (account.balance < credits)
        return { ...(await this.#refuseCredits({ ...request, credits }, account)), recovered };
      if (other) return { ...(await this.countRequest(caller)), refusal: other, recovered };
    }
    throw accountBusy();
  }

  /** Counts a request that is refused for another reason. */
  async countRequest(caller: Caller): Promise<MeterResult> {
    let tier: Tier = "full";
    for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt++) {
      const [now, plan] = [this.#now(), this.planOf(caller)];
      const write = expressions.countRequest(tier, caller, plan, now);
      const { done, account: found } = await writeAccount(this.#table, caller.account, write);
      const account = this.#seen(caller, found);
      if (done) {
        await this.#prune(caller, account, now);
        return resultOf(account, tier, plan, now);
      }
      if (await this.#mustRepeat(account, caller, tier, plan)) continue;
      const refusal = windowRefusal(account, plan, now);
      tier = tierOf(account);
      if (refusal) return { ...resultOf(account, tier, plan, now), refusal };
    }
    throw accountBusy();
  }

  /** Spends a reservation once `due` resolves; false if it had lapsed. Rejects if `due` does. */
  settle(request: MeteredRequest, due?: Promise<void>): Promise<boolean> {
    return settleReservation(this.#table, request, this.#now, due);
  }

  /** The outcome of `settleReservation`; a reservation whose settlement got no answer is looked up. */
  outcomeOf(request: MeteredRequest, settled: Promise<boolean>): Promise<SettlementOutcome> {
    return outcomeOf(this.#table, request, settled);
  }

  /** Returns the credits of a request that got no document; further calls change nothing. */
  giveBack(request: MeteredRequest): Promise<void> {
    return giveBack(this.#table, request);
  }

  /**
   * Returns a reservation whose settlement was never sent; further calls change nothing. Returns the balance, or undefined
   * if the account no longer exists.
   */
  async refund(request: MeteredRequest): Promise<number | undefined> {
    const { account } = await writeAccount(this.#table, request.caller.account, holds.refund(request));
    this.#known.remember(request.caller.account, account, this.#now());
    return account?.balance;
  }

  /** Claims the idempotency key of a request. */
  claim(request: KeyedRequest): Promise<idempotency.Claim> {
    return idempotency.claim(this.#table, request, this.#now);
  }

  /** Frees the idempotency key of a request that failed and was not charged. */
  release(request: KeyedRequest): Promise<void> {
    return idempotency.releaseKey(this.#table, request);
  }

  /**
   * Marks the idempotency key of a request as used, once the request is charged; `isKept` says whether its answer is kept.
   */
  complete(request: KeyedRequest, isKept: boolean): Promise<void> {
    return idempotency.complete(this.#table, request, isKept);
  }

  /** Lets a request do the work of a paid key again. */
  workAgain(request: KeyedRequest, paid: KeyRecord): Promise<"again" | "running" | "gone"> {
    return idempotency.workAgain(this.#table, request, paid);
  }

  /** Undoes `workAgain` for a request that has failed. */
  giveUp(request: KeyedRequest): Promise<void> {
    return idempotency.giveUp(this.#table, request);
  }

  readonly #hold: Reserve = (request, plan, now) =>
    writeAccount(this.#table, request.caller.account, expressions.reserve(request, plan, now));

  /** The caller's account, which is remembered for `knownRefusal`. Throws as `activeAccount` does. */
  #seen(caller: Caller, found: Account | undefined): Account {
    this.#known.remember(caller.account, found, this.#now());
    return activeAccount(found, caller);
  }

  /**
   * Whether a write must be repeated: it assumed another plan than the account's, or the account had no slots. Adds missing
   * slots.
   */
  async #mustRepeat(account: Account, { account: id }: Caller, tier: Tier, plan: Plan): Promise<boolean> {
    if (account.plan !== plan.name) return true;
    if (!needsSlots(account, tier, plan)) return false;
    await writeAccount(this.#table, id, beginSlots);
    return true;
  }

  async #prune({ account: id }: Caller, account: Account, now: number): Promise<void> {
    const past = pastSlots(account, now);
    if (past.length > PAST_SLOTS_LIMIT) await writeAccount(this.#table, id, removingSlots(past));
  }

  async #refuseCredits(request: MeteredRequest, { balance }: Account): Promise<MeterResult> {
    const { caller, credits } = request;
    const counted = await this.countRequest(caller);
    const shortfall = { creditsRequired: credits, creditsBalance: balance, purchaseUrl: this.#purchaseUrl };
    const message = `This call costs ${credits} credits; ${balance} are left.`;
    return { refusal: new ServiceError("INSUFFICIENT_CREDITS", message, { shortfall }), ...counted };
  }
}
