import { BEFORE_ACCOUNTS, behindAccount, type EntryRange } from "./queue-items.ts";

/** The most accounts that a look passes over. The next one goes on behind them. */
const PASSED_ACCOUNTS_LIMIT = 500;

/** What a queue holds: its sort key begins with the account. */
interface AccountEntry {
  readonly account: string;
}

/**
 * The turns of a queue, which go round by account: after an entry of one account comes one of the next account, by the accounts'
 * ids.
 */
export class AccountTurns<Entry extends AccountEntry> {
  readonly #entries: (range: EntryRange) => Promise<readonly Entry[]>;
  readonly #readAtOnce: number;
  /** The account that had the last turn. */
  #last = "";

  /** `entries` reads the queue; `readAtOnce` of them to find the next accounts. */
  constructor(entries: (range: EntryRange) => Promise<readonly Entry[]>, readAtOnce: number) {
    this.#entries = entries;
    this.#readAtOnce = readAtOnce;
  }

  /** What `take` returns for the first entry of an account, of the first account in turn for which it returns something. */
  async take<Taken>(take: (first: Entry) => Promise<Taken | undefined>): Promise<Taken | undefined> {
    const start = this.#last;
    let [at, hasTurned] = [start, start === ""];
    for (let passed = 0; passed < PASSED_ACCOUNTS_LIMIT; ) {
      const from = at === "" ? BEFORE_ACCOUNTS : behindAccount(at);
      const entries = await this.#entries({ from, limit: this.#readAtOnce });
      if (entries.length === 0 && hasTurned) return undefined;
      if (entries.length === 0) [at, hasTurned] = ["", true];
      for (const entry of entries) {
        if (entry.account === at) continue;
        at = entry.account;
        if (hasTurned && start !== "" && at > start) return undefined;
        this.#last = at;
        const taken = await take(entry);
        if (taken !== undefined) return taken;
        passed++;
      }
    }
    return undefined;
  }
}
