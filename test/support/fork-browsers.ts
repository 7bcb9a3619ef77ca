import "./own-service.ts";

import { isConfined, walls } from "../../lib/confinement/walls.ts";
import type { Browser } from "../../lib/engines/chromium/browser.ts";
import * as pool from "../../lib/engines/chromium/pool.ts";
import { asTurn, Turn } from "../../lib/turns/turn.ts";
import { parentOf } from "../../lib/workers/child-process.ts";
import { zygoteAddon } from "../../lib/workers/zygote-addon.ts";
import { until } from "./until.ts";

/** Why browsers are not forked here; false if they are. */
export const notForked =
  (zygoteAddon() === undefined || !isConfined(walls())) && "browsers are forked on x86-64 Linux with all walls alone";

/** Does a job of an account. */
export const ofAccount = <Result>(account: string, job: () => Promise<Result>): Promise<Result> =>
  asTurn(new Turn(account, new Set<Turn>()), job);

/** Takes a browser for a document of an account. */
export const take = (account: string): Promise<Browser> =>
  ofAccount(account, () => pool.take(AbortSignal.timeout(600_000)));

/** Ends a browser after its document. */
export const release = (account: string, browser: Browser): Promise<void> =>
  ofAccount(account, async () => pool.replaceSoon(browser));

export const isFork = ({ pid }: Browser): boolean => parentOf(pid) !== process.pid;

/** Takes browsers for an account until one is a fork. */
export const takeFork = async (account: string): Promise<Browser> => {
  let browser = await take(account);
  await until(async () => {
    if (isFork(browser)) return true;
    await release(account, browser);
    browser = await take(account);
    return isFork(browser);
  });
  return browser;
};
