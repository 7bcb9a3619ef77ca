import type { Account } from "./account.ts";
import { tierOf } from "./rate-window.ts";

/** Accounts that a process remembers: some kilobytes each. */
const KNOWN_ACCOUNTS_LIMIT = 1000;

/** Milliseconds for which a full window refuses requests without a look at the account, whose plan may have changed. */
const KNOWN_WINDOW_LIFETIME_MS = 5000;

/** Removes the oldest entries of a map that has more than `limit`. */
export const forgetOldest = (entries: Map<string, unknown>, limit: number): void => {
  for (const oldest of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(oldest);
  }
};

interface KnownAccount {
  readonly plan: string;
  /** The account, if it is active and has credits. */
  readonly funded: Account | undefined;
  /** When it was seen, in ms since 1970. */
  readonly seenAt: number;
}

/** What a process has last seen of accounts. */
export class KnownAccounts {
  readonly #accounts = new Map<string, KnownAccount>();

  /** Remembers an account as a write has found it at a moment (ms since 1970); undefined forgets it. */
  remember(id: string, account: Account | undefined, now: number): void {
    this.#accounts.delete(id);
    if (account === undefined) return;
    // An account without credits may get some at any moment, and with them a larger window.
    const funded = account.isActive && tierOf(account) === "full" ? account : undefined;
    this.#accounts.set(id, { plan: account.plan, funded, seenAt: now });
    forgetOldest(this.#accounts, KNOWN_ACCOUNTS_LIMIT);
  }

  /** An active account with credits, if it was seen within the last seconds. */
  funded(id: string, now: number): Account | undefined {
    const known = this.#accounts.get(id);
    return known !== undefined && now - known.seenAt < KNOWN_WINDOW_LIFETIME_MS ? known.funded : undefined;
  }

  /** The name of the plan that an account was seen on last. */
  planName(id: string): string | undefined {
    return this.#accounts.get(id)?.plan;
  }
}
