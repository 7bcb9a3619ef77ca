import { currentAccount } from "./account.ts";
import { raceAbort } from "./race-abort.ts";

interface LimitOptions {
  /** Maximum number of jobs that run at once. */
  readonly atOnce: number;
  /** Maximum number of them that belong to one account. */
  readonly ofAccount: number;
}

/**
 * Bounds the number of jobs that run at once, in all and for each account. Accounts whose jobs wait take turns. One class,
 * because the end of a job lets the next one begin.
 */
export class Limit {
  readonly #options: LimitOptions;
  /** The jobs that wait, by account. The account that has waited longest since its last turn comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #running = new Map<string, number>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Runs a job of the current account in its turn. Throws the signal's reason when that is aborted first. */
  async run<Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const account = currentAccount();
    if (this.#mayBegin(account)) this.#count(account, 1);
    else await this.#wait(account, signal);
    try {
      return await job();
    } finally {
      this.#count(account, -1);
      this.#beginNext();
    }
  }

  #mayBegin(account: string): boolean {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    return all < this.#options.atOnce && (this.#running.get(account) ?? 0) < this.#options.ofAccount;
  }

  #count(account: string, change: 1 | -1): void {
    const count = (this.#running.get(account) ?? 0) + change;
    if (count === 0) this.#running.delete(account);
    else this.#running.set(account, count);
  }

  #beginNext(): void {
    const next = [...this.#waiting].find(([account]) => this.#mayBegin(account));
    if (next === undefined) return;
    const [account, jobs] = next;
    const [begin] = jobs;
    if (begin === undefined) return;
    this.#leave(account, begin);
    if (jobs.size > 0) {
      this.#waiting.delete(account);
      this.#waiting.set(account, jobs);
    }
    this.#count(account, 1);
    begin();
  }

  #leave(account: string, begin: () => void): boolean {
    const jobs = this.#waiting.get(account);
    const wasWaiting = jobs?.delete(begin) ?? false;
    if (jobs?.size === 0) this.#waiting.delete(account);
    return wasWaiting;
  }

  async #wait(account: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => resolve();
    const jobs = this.#waiting.get(account) ?? new Set();
    this.#waiting.set(account, jobs.add(begin));
    try {
      await raceAbort(promise, signal);
    } catch (error) {
      if (this.#leave(account, begin)) throw error;
    }
  }
}

/**
 * Works on each item, up to `atOnce` at a time. After a failure no further item begins; when the running ones have ended, the
 * failure of the first item that has failed is thrown, which is the same in every run.
 */
export const forEachAtMost = async <Item>(
  atOnce: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = items[Symbol.iterator]();
  const failures: { place: number; error: unknown }[] = [];
  let begun = 0;
  const loop = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      const place = begun++;
      await work(next.value).catch((error: unknown) => void failures.push({ place, error }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  const [first] = failures.sort((a, b) => a.place - b.place);
  if (first !== undefined) throw first.error;
};
