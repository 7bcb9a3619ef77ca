import { isConfined, walls } from "../../confinement/walls.ts";
import { raceAbort } from "../../turns/race-abort.ts";
import { type ZygoteAddon, zygoteAddon } from "../../workers/zygote-addon.ts";
import { type Browser, type BrowserZygote, startBrowserZygote } from "./browser.ts";
import type { PreparedPage } from "./prepared-page.ts";

/**
 * Forks of one warm browser have its addresses, its hash seeds and its random numbers in common. What a document learns of them
 * may help it against a later one, so a warm browser serves one account, for this time and this many documents.
 */
const SERVICE_LIFETIME_MS = 60_000;
const DOCUMENT_LIMIT = 1000;
/** An account with this many documents in that time gets a warm browser. Its start costs as much as that of any other. */
const LEAST_DOCUMENTS = 2;
/**
 * The most accounts with a warm browser. Beyond that, the account whose last document is the oldest loses its warm browser.
 */
const ACCOUNT_LIMIT = 4;
/** A fork takes some milliseconds. After this time a new browser is quicker, even on a busy machine. */
const FORK_TIMEOUT_MS = 2000;

/** An account that has had a document lately, and its warm browser. */
class Account {
  documentCount = 0;
  /** Its warm browser, when it has started. */
  zygote: BrowserZygote | undefined;
  isStarting = false as boolean;
  /** A fork that waits for a document. */
  waiting: Promise<Browser> | undefined;
  isRetired = false as boolean;
  #runningCount = 0;

  /** Returns a fork for a document. Rejects with an Error if it cannot be made in time. */
  async fork(zygote: BrowserZygote): Promise<Browser> {
    const { waiting } = this;
    this.waiting = undefined;
    this.#runningCount++;
    const alive = this.#aliveOf(zygote, waiting);
    try {
      const browser = await raceAbort(alive, AbortSignal.timeout(FORK_TIMEOUT_MS));
      browser.failed.catch(() => this.#documentEnded());
      return browser;
    } catch (error) {
      alive.then(({ kill }) => kill()).catch(() => {});
      this.#documentEnded();
      throw error;
    }
  }

  /** Takes its warm browser away. The browser ends only after the last document, because forks end with it. */
  retire(): void {
    this.isRetired = true;
    if (this.#runningCount === 0) void this.end();
  }

  async end(): Promise<void> {
    const { zygote, waiting } = this;
    await (await waiting?.catch(() => undefined))?.kill();
    await zygote?.kill();
  }

  async #aliveOf(zygote: BrowserZygote, waiting: Promise<Browser> | undefined): Promise<Browser> {
    const browser = await waiting?.catch(() => undefined);
    if (browser?.isAlive) return browser;
    await browser?.kill();
    return zygote.fork();
  }

  #documentEnded(): void {
    this.#runningCount--;
    if (this.isRetired && this.#runningCount === 0) void this.end();
  }
}

/** Browsers that are forked from warm ones. */
class ForkedBrowsers {
  readonly #addon: ZygoteAddon;
  /** The one whose last document is the oldest first. */
  readonly #accounts = new Map<string, Account>();

  constructor(addon: ZygoteAddon) {
    this.#addon = addon;
  }

  /** Returns a fork for a document of an account; undefined if the account has no warm browser now, or it does not fork. */
  async take(name: string): Promise<Browser | undefined> {
    const account = this.#accounts.get(name) ?? this.#newAccount(name);
    this.#accounts.delete(name);
    this.#accounts.set(name, account);
    account.documentCount++;
    const { zygote } = account;
    if (zygote === undefined) return undefined;
    try {
      return await account.fork(zygote);
    } catch {
      this.#retire(name, account);
      return undefined;
    } finally {
      if (account.documentCount >= DOCUMENT_LIMIT) this.#retire(name, account);
    }
  }

  /** Starts what an account needs for its next document. */
  async prepare(name: string): Promise<void> {
    const account = this.#accounts.get(name);
    if (account === undefined || account.documentCount < LEAST_DOCUMENTS) return;
    if (account.zygote === undefined) await this.#start(name, account);
    const { zygote } = account;
    if (zygote === undefined || account.isRetired || account.waiting !== undefined) return;
    const waiting = zygote.fork();
    account.waiting = waiting;
    const forget = (): void => {
      if (account.waiting === waiting) account.waiting = undefined;
    };
    const end = ({ failed, kill }: Browser): Promise<void> =>
      failed.catch(() => {
        forget();
        return kill();
      });
    waiting.then(end, forget).catch(() => {});
  }

  async end(): Promise<void> {
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    for (const account of accounts) account.isRetired = true;
    await Promise.all(accounts.map((account) => account.end()));
  }

  #newAccount(name: string): Account {
    const account = new Account();
    setTimeout(() => this.#retire(name, account), SERVICE_LIFETIME_MS).unref();
    return account;
  }

  async #start(name: string, account: Account): Promise<void> {
    if (account.isStarting) return;
    account.isStarting = true;
    try {
      const zygote = await startBrowserZygote(this.#addon);
      account.zygote = zygote;
      void zygote.ended.then(() => this.#retire(name, account));
      if (account.isRetired) await account.end();
      const warm = [...this.#accounts].filter((entry) => entry[1].zygote !== undefined);
      for (const [oldest, least] of warm.slice(0, -ACCOUNT_LIMIT)) this.#retire(oldest, least);
    } catch {
      // Its documents go on in new browsers, until it is a new account.
    }
  }

  #retire(name: string, account: Account): void {
    if (this.#accounts.get(name) === account) this.#accounts.delete(name);
    account.retire();
  }
}

const TEST_PAGE = "<p>Warm";
const DATE = /\(D:\d{14}[^)]*\)/g;

/** Prints a page that is known. Its date is left out, because two prints have two. */
const printTestPage = async ({ session, frameId }: PreparedPage): Promise<string> => {
  await session.send("Page.setDocumentContent", { frameId, html: TEST_PAGE });
  const { data } = await session.send("Page.printToPDF", { generateTaggedPDF: true, generateDocumentOutline: true });
  return Buffer.from(data, "base64").toString("latin1").replace(DATE, "");
};

/** Throws an Error unless a fork on this machine prints the same as the warm browser that it was forked from. */
const testFork = async (addon: ZygoteAddon): Promise<void> => {
  const zygote = await startBrowserZygote(addon);
  try {
    const expected = await printTestPage(zygote.page);
    const fork = await zygote.fork();
    try {
      if ((await Promise.race([printTestPage(fork), fork.failed])) !== expected)
        throw new Error("A fork prints something else.");
    } finally {
      await fork.kill();
    }
  } finally {
    await zygote.kill();
  }
};

let tested: Promise<ForkedBrowsers | undefined> | undefined;

const test = async (): Promise<ForkedBrowsers | undefined> => {
  const addon = zygoteAddon();
  // Without all walls forks of one browser could write each other's memory.
  if (addon === undefined || !isConfined(walls())) return undefined;
  try {
    await testFork(addon);
    return new ForkedBrowsers(addon);
  } catch {
    return undefined;
  }
};

/** The browsers that are forked; undefined if this machine cannot fork them, which is tried once. */
export const forkedBrowsers = (): Promise<ForkedBrowsers | undefined> => {
  tested ??= test();
  return tested;
};

export const endForkedBrowsers = async (): Promise<void> => (await tested)?.end();
