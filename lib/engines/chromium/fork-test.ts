import { config } from "../../config.ts";
import { isConfined, walls } from "../../confinement/walls.ts";
import type { StartWay } from "../../workers/warm.ts";
import { type ZygoteAddon, zygoteAddon } from "../../workers/zygote-addon.ts";
import { startBrowserZygote, whileBusy } from "./browser.ts";
import { ForkedBrowsers } from "./forks.ts";
import { type PreparedPage, TAGGED } from "./prepared-page.ts";

const TEST_PAGE = "<p>Warm";
const DATE = /\(D:\d{14}[^)]*\)/g;

/** Prints a known page without its date, in which two prints differ. */
const printTestPage = async ({ session, frameId }: PreparedPage): Promise<string> => {
  await session.send("Page.setDocumentContent", { frameId, html: TEST_PAGE });
  const { data } = await session.send("Page.printToPDF", TAGGED);
  return Buffer.from(data, "base64").toString("latin1").replace(DATE, "");
};

/** Throws an Error unless a fork on this machine prints the same as the warm browser that it was forked from. */
const testFork = async (addon: ZygoteAddon): Promise<void> => {
  const zygote = await startBrowserZygote(addon);
  try {
    const expected = await printTestPage(zygote.page);
    const fork = await zygote.fork();
    const printing = Promise.race([printTestPage(fork), fork.failed]);
    const printed = await whileBusy(fork, printing).finally(fork.kill);
    if (printed !== expected) throw new Error("A fork prints something else than the browser that it was forked from.");
  } finally {
    await zygote.kill();
  }
};

/** How browsers are started on this machine, and what forks them. */
interface Found {
  readonly way: StartWay;
  readonly forks?: ForkedBrowsers;
}

const withNew = (because: string, detail?: string): Found => ({
  way: { way: "new", because, ...(detail !== undefined && { detail }) },
});

/** The reason why the machine or the settings rule out forks; undefined if only a test can show it. */
const ruledOut = (): Found | undefined => {
  if (config.browserStart === "new") return withNew("setting");
  if (config.onLambda) return withNew("lambda");
  // Without all walls forks of one browser could write each other's memory.
  if (!isConfined(walls())) return withNew("walls");
  return zygoteAddon() === undefined ? withNew("platform") : undefined;
};

const test = async (): Promise<Found> => {
  const excluded = ruledOut();
  const addon = zygoteAddon();
  if (excluded !== undefined || addon === undefined) return excluded ?? withNew("platform");
  try {
    await testFork(addon);
    return { way: { way: "fork" }, forks: new ForkedBrowsers(addon) };
  } catch (error) {
    return withNew("self-test", (error as Error).message);
  }
};

let testing: Promise<Found> | undefined;
let found: Found | undefined;

/** Tests once whether this machine can fork browsers. Resolves with what forks them; undefined if it cannot. */
export const testForks = async (): Promise<ForkedBrowsers | undefined> => {
  testing ??= test();
  found = await testing;
  return found.forks;
};

/** What forks browsers; undefined if this machine cannot fork them, or is not tested yet. */
export const forkedBrowsers = (): ForkedBrowsers | undefined => found?.forks;

/** How browsers are started now, and why they are not forked. */
export const startWay = (): StartWay => found?.way ?? ruledOut()?.way ?? { way: "new", because: "not-tested" };

export const endForkedBrowsers = async (): Promise<void> => (await testing)?.forks?.end();
