import { config } from "../../config.ts";
import { turns } from "../../turns/fair-turns.ts";
import type { ZygoteAddon } from "../../workers/zygote-addon.ts";
import { type Browser, startBrowserZygote } from "./browser.ts";
import { endWarmBrowsers, WarmBrowser } from "./warm-browser.ts";

/** An account with more documents in this time gets a warm browser, whose start costs as much as that of any other browser. */
const LEAST_DOCUMENTS = 2;
const COUNTED_MS = 60_000;
/**
 * The most accounts with a warm browser. Beyond that, the account whose last document is the oldest loses its warm browser.
 */
const ACCOUNT_LIMIT = 4;

/** An account that has had a document lately, and its warm browser. */
class Account {
  readonly #addon: ZygoteAddon;
  /** Documents since they were counted last, and whether there were enough before that. */
  #documentCount = 0;
  #hadEnough = false as boolean;
  #warm: WarmBrowser | undefined;
  #starting: Promise<void> | undefined;
  #isEnded = false as boolean;

  constructor(addon: ZygoteAddon) {
    this.#addon = addon;
  }

  get isWarm(): boolean {
    return this.#warm !== undefined;
  }

  /** Begins to count documents anew. Returns whether it has had enough of them. */
  countAnew(): boolean {
    this.#hadEnough = this.#documentCount >= LEAST_DOCUMENTS;
    this.#documentCount = 0;
    return this.#hadEnough;
  }

  /** Returns a fork; undefined without a warm browser. Rejects with an Error if it does not fork in time. */
  async take(): Promise<Browser | undefined> {
    this.#documentCount++;
    const warm = this.#warm;
    if (warm === undefined || warm.isRetired) return undefined;
    try {
      return await warm.take();
    } catch (error) {
      if (this.#warm === warm) this.#warm = undefined;
      warm.retire();
      throw error;
    }
  }

  /** Starts what the next documents need. */
  async prepare(): Promise<void> {
    if (this.#isEnded || !(this.#hadEnough || this.#documentCount >= LEAST_DOCUMENTS)) return;
    if (this.#warm?.isWorn ?? true) {
      this.#starting ??= this.#start().finally(() => {
        this.#starting = undefined;
      });
      if (this.#warm === undefined) await this.#starting;
    }
    // If jobs wait for a processor, a fork that is prepared ahead costs more than it saves.
    if (turns.waiting === 0) this.#warm?.keepWaiting(config.browsers);
  }

  /** Ends the warm browser after its last document. */
  retire(): void {
    this.#isEnded = true;
    this.#warm?.retire();
  }

  /** Retires it too; resolves when it starts nothing any more. */
  async end(): Promise<void> {
    this.retire();
    await this.#starting;
  }

  /** Starts a warm browser, which takes the place of the one that there is. */
  async #start(): Promise<void> {
    let warm: WarmBrowser;
    try {
      warm = new WarmBrowser(await startBrowserZygote(this.#addon));
    } catch {
      return; // the next document tries again
    }
    const before = this.#warm;
    this.#warm = warm;
    before?.retire();
    if (this.#isEnded) return warm.retire();
    void warm.ended.then(() => {
      if (this.#warm !== warm) return;
      this.#warm = undefined;
      // One that has ended before its first document might never live.
      if (warm.hasServed) void this.prepare();
    });
  }
}

/** Browsers that are forked from warm ones. */
export class ForkedBrowsers {
  readonly #addon: ZygoteAddon;
  /** The one whose last document is the oldest first. */
  readonly #accounts = new Map<string, Account>();

  constructor(addon: ZygoteAddon) {
    this.#addon = addon;
  }

  /**
   * Returns a fork for a document of an account; undefined if the account has no warm browser now. Rejects with an Error if that
   * does not fork in time.
   */
  async take(name: string): Promise<Browser | undefined> {
    const account = this.#accounts.get(name) ?? this.#newAccount(name);
    this.#accounts.delete(name);
    this.#accounts.set(name, account);
    return account.take();
  }

  /** Starts what an account needs for its next documents. */
  async prepare(name: string): Promise<void> {
    await this.#accounts.get(name)?.prepare();
    const warm = [...this.#accounts].filter(([, { isWarm }]) => isWarm);
    for (const [oldest] of warm.slice(0, -ACCOUNT_LIMIT)) this.#forget(oldest);
  }

  async end(): Promise<void> {
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    await Promise.all(accounts.map((account) => account.end()));
    await endWarmBrowsers();
  }

  #newAccount(name: string): Account {
    const account = new Account(this.#addon);
    const timer = setInterval(() => {
      const isCurrent = this.#accounts.get(name) === account;
      if (isCurrent && account.countAnew()) return;
      clearInterval(timer);
      if (isCurrent) this.#forget(name);
    }, COUNTED_MS).unref();
    return account;
  }

  #forget(name: string): void {
    this.#accounts.get(name)?.retire();
    this.#accounts.delete(name);
  }
}
