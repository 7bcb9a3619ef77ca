import { raceAbort } from "../../turns/race-abort.ts";
import type { Browser, BrowserZygote } from "./browser.ts";

/**
 * Forks of one warm browser have its addresses, its hash seeds and its random numbers in common. What a document learns of them
 * may help it against a later one, so a warm browser serves one account, for this time and this many documents.
 */
const SERVICE_LIMITS = { lifetimeMs: 60_000, documents: 1000 };
/** The share of both after which another one is started beside it. */
const REPLACE_SHARE = 0.75;
/** A fork takes some milliseconds. After this time a new browser is quicker, even on a busy machine. */
const FORK_TIMEOUT_MS = 2000;
/** The time that a document's fork runs on one processor only, because that is quicker at first. A long document may use all. */
const ONE_PROCESSOR_MS = 100;

const living = new Set<WarmBrowser>();

/** Ends all warm browsers, with their forks. */
export const endWarmBrowsers = async (): Promise<void> => {
  await Promise.all([...living].map((warm) => warm.end()));
};

/** A warm browser of one account, with the forks that wait for documents. */
export class WarmBrowser {
  readonly #zygote: BrowserZygote;
  readonly #limits: typeof SERVICE_LIMITS;
  readonly #waiting: Promise<Browser>[] = [];
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #documentCount = 0;
  #runningCount = 0;
  #isRetired = false as boolean;

  constructor(zygote: BrowserZygote, limits: typeof SERVICE_LIMITS = SERVICE_LIMITS) {
    this.#zygote = zygote;
    this.#limits = limits;
    this.#timer = setTimeout(() => this.retire(), limits.lifetimeMs).unref();
    living.add(this);
    void this.ended.then(() => {
      living.delete(this);
      this.retire();
    });
  }

  get pid(): number {
    return this.#zygote.pid;
  }

  /** Resolves when its process has ended. */
  get ended(): Promise<void> {
    return this.#zygote.ended;
  }

  /** Whether it takes no more documents. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  get hasServed(): boolean {
    return this.#documentCount > 0;
  }

  /** Whether another one should be started, because this one retires soon. */
  get isWorn(): boolean {
    const { lifetimeMs, documents } = this.#limits;
    const age = performance.now() - this.#startedAt;
    const share = Math.max(age / lifetimeMs, this.#documentCount / documents);
    return this.#isRetired || share >= REPLACE_SHARE;
  }

  /** Returns a fork for a document. Rejects with an Error if it cannot be made in time. */
  async take(): Promise<Browser> {
    this.#documentCount++;
    this.#runningCount++;
    const answering = this.#nextFork();
    try {
      const browser = await raceAbort(answering, AbortSignal.timeout(FORK_TIMEOUT_MS));
      const timer = setTimeout(browser.useAllProcessors, ONE_PROCESSOR_MS).unref();
      browser.failed.catch(() => {
        clearTimeout(timer);
        this.#documentEnded();
      });
      if (this.#documentCount >= this.#limits.documents) this.retire();
      return browser;
    } catch (error) {
      answering.then(({ kill }) => kill()).catch(() => {});
      this.#documentEnded();
      throw error;
    }
  }

  /** Forks browsers ahead until this many wait. */
  keepWaiting(count: number): void {
    while (!this.#isRetired && this.#waiting.length < count) this.#forkAhead();
  }

  /** Takes no more documents. It ends only after the last one, because its forks end with it. */
  retire(): void {
    this.#isRetired = true;
    clearTimeout(this.#timer);
    void this.#endWaiting();
    if (this.#runningCount === 0) void this.end();
  }

  /** Ends it with all its forks. */
  async end(): Promise<void> {
    this.#isRetired = true;
    clearTimeout(this.#timer);
    // A waiting fork that is under way ends with it.
    await Promise.all([this.#zygote.kill(), this.#endWaiting()]);
  }

  #forkAhead(): void {
    const waiting = this.#zygote.fork(true);
    this.#waiting.push(waiting);
    const forget = (): void => {
      const index = this.#waiting.indexOf(waiting);
      if (index >= 0) this.#waiting.splice(index, 1);
    };
    const watch = ({ failed, kill }: Browser): Promise<void> =>
      failed.catch(() => {
        forget();
        return kill();
      });
    waiting.then(watch, forget).catch(() => {}); // the reaper removes what is left
  }

  async #nextFork(): Promise<Browser> {
    for (let waiting = this.#waiting.shift(); waiting !== undefined; waiting = this.#waiting.shift()) {
      const browser = await waiting.catch(() => undefined);
      if (browser?.isAlive) return browser;
      await browser?.kill();
    }
    return this.#zygote.fork();
  }

  async #endWaiting(): Promise<void> {
    const waiting = await Promise.allSettled(this.#waiting.splice(0));
    const forks = waiting.flatMap((fork) => (fork.status === "fulfilled" ? [fork.value] : []));
    await Promise.all(forks.map(({ kill }) => kill()));
  }

  #documentEnded(): void {
    this.#runningCount--;
    if (this.#isRetired && this.#runningCount === 0) void this.end();
  }
}
