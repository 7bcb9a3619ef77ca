import { BEFORE_ACCOUNTS, behindAccount, type EntryRange } from "./queue-items.ts";

/** Accounts that one call passes over at most. The next call goes on behind them. */
const PASSED_ACCOUNTS_LIMIT = 500;

/** An entry of a queue whose sort keys begin with the account. */
interface AccountEntry {
  readonly account: string;
}

/** Takes the entries of a queue in turns, round robin by account: after one account comes the account with the next id. */
export class AccountTurns<Entry extends AccountEntry> {
  readonly #entries: (range: EntryRange) => Promise<readonly Entry[]>;
  readonly #readAtOnce: number;
  #lastAccount = "";

  /** `entries` reads the queue; `readAtOnce` entries are read to find the next accounts. */
  constructor(entries: (range: EntryRange) => Promise<readonly Entry[]>, readAtOnce: number) {
    this.#entries = entries;
    this.#readAtOnce = readAtOnce;
  }

  /**
   * Calls `take` with the first entry of each account, in turn, until it returns something, and returns that. Returns undefined
   * after a whole round.
   */
  async take<Taken>(take: (first: Entry) => Promise<Taken | undefined>): Promise<Taken | undefined> {
    const start = this.#lastAccount;
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
        this.#lastAccount = at;
        const taken = await take(entry);
        if (taken !== undefined) return taken;
        passed++;
      }
    }
    return undefined;
  }
}
