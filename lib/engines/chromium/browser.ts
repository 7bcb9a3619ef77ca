import { Connection } from "puppeteer-core/internal/cdp/Connection.js";
import { createIncrementalIdGenerator } from "puppeteer-core/internal/util/incremental-id-generator.js";
import { type Guard, openGuard } from "../../net/guard.ts";
import { ProcessClock } from "../../turns/process-clock.ts";
import { watchProgress } from "../../turns/progress.ts";
import { reportEngineEnd } from "../../workers/engine-ended.ts";
import type { ZygoteAddon } from "../../workers/zygote-addon.ts";
import { warmUpForForks } from "./fork-warm-up.ts";
import { adoptPage, assertAnswer, type PreparedPage, preparePage, touchPages } from "./prepared-page.ts";
import { type ChromiumProcess, chromiumBinary, startChromium } from "./process.ts";
import { ProtocolPipe } from "./protocol-pipe.ts";
import { type ChromiumFork, spawnBrowserZygote } from "./zygote-process.ts";

/** A browser with one prepared page, for one document. */
export interface Browser extends PreparedPage {
  readonly pid: number;
  readonly isAlive: boolean;
  /** The only folder that it can write. */
  readonly home: string;
  readonly guard: Guard;
  /** Rejects when the browser or its page ends by itself. */
  readonly failed: Promise<never>;
  /** Whether it is a fork that has ended by itself, for instance with the warm browser that it was forked from. */
  readonly isLost: boolean;
  /** Lets a fork use all processors. Until then it uses one. */
  useAllProcessors(): void;
  /** Ends the browser at once; resolves when its process and its folder are gone. */
  kill(): Promise<void>;
}

/** A new browser that is idle for this time before it has printed its first page is ended. */
const START_IDLE_LIMIT_MS = 20_000;

const noLog = () => () => {};

/** A browser's connection, and its transport. */
const connect = ({ write, read }: ChromiumProcess, fail: (error: Error) => void) => {
  const transport = new ProtocolPipe(write, read, fail);
  return { transport, connection: new Connection("", transport, 0, 0, false, createIncrementalIdGenerator(), noLog) };
};

/** Settles as the work of a browser does. Rejects when the browser is idle for long before that. */
export const whileBusy = <Result>({ pid }: Pick<ChromiumProcess, "pid">, work: Promise<Result>): Promise<Result> => {
  const { promise: idle, reject } = Promise.withResolvers<never>();
  const endWatch = watchProgress({
    pid,
    countsChildren: true,
    limitMs: START_IDLE_LIMIT_MS,
    stuck: () => reject(new Error("Chromium does not answer.")),
  });
  return Promise.race([work, idle]).finally(endWatch);
};

/** Makes a browser of a process and its guard: `prepare` makes its page. Ends both if that fails. */
const assemble = async (
  chromium: ChromiumProcess | ChromiumFork,
  guard: Guard,
  prepare: (connected: ReturnType<typeof connect>, clock: ProcessClock) => Promise<PreparedPage>,
): Promise<Browser> => {
  const isFork = "useAllProcessors" in chromium;
  let isWanted = true;
  let hasFailed = false;
  const kill = () => {
    hasFailed ||= isWanted && !chromium.isAlive;
    isWanted = false;
    guard.close();
    return chromium.kill();
  };
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const flooded = (error: Error) => {
    reject(error);
    void kill();
  };
  void chromium.ended.then(() => {
    hasFailed ||= isWanted;
    if (isWanted) reportEngineEnd("chromium");
    reject(new Error("Chromium ended."));
  });
  try {
    const preparing = prepare(connect(chromium, flooded), new ProcessClock(chromium.pid));
    const prepared = await whileBusy(chromium, Promise.race([preparing, failed]));
    prepared.session.on("Inspector.targetCrashed", () => {
      hasFailed = true;
      reject(new Error("The page crashed."));
    });
    return {
      ...prepared,
      pid: chromium.pid,
      home: chromium.home,
      guard,
      failed,
      kill,
      useAllProcessors: () => {
        if (isFork) chromium.useAllProcessors();
      },
      get isAlive() {
        return chromium.isAlive;
      },
      get isLost() {
        return isFork && (hasFailed || (isWanted && !chromium.isAlive));
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
};

/** Opens a guard for a process that is started with its port. */
const startGuarded = async <Started>(
  start: (guardPort: number) => Started | Promise<Started>,
): Promise<{ started: Started; guard: Guard }> => {
  const guard = await openGuard();
  try {
    return { started: await start(guard.port), guard };
  } catch (error) {
    guard.close();
    throw error;
  }
};

/** Launches a browser with its own guard, and prepares its page. Throws an Error if it does not start. */
export const launch = async (): Promise<Browser> => {
  const binary = await chromiumBinary();
  const { started, guard } = await startGuarded((port) => startChromium(binary, port));
  return assemble(started, guard, ({ connection }, clock) => preparePage(connection, clock));
};

/** A warm browser, which forks a browser for each document. Its process has stopped for good after its first fork. */
export interface BrowserZygote {
  readonly pid: number;
  readonly isAlive: boolean;
  readonly ended: Promise<void>;
  /** Its own page, until it forks. */
  readonly page: PreparedPage;
  /**
   * Resolves when the fork answers. `isAhead` prepares one that waits for its document. Rejects with an Error if it is not forked.
   */
  fork(isAhead?: boolean): Promise<Browser>;
  kill(): Promise<void>;
}

/** Starts a browser that forks, and prepares its page. Rejects with an Error if it does not start. */
export const startBrowserZygote = async (addon: ZygoteAddon): Promise<BrowserZygote> => {
  const binary = await chromiumBinary();
  const { started: zygote, guard } = await startGuarded((port) => spawnBrowserZygote(binary, port, addon));
  guard.shut();
  const page = await assemble(zygote.process, guard, async ({ connection }, clock) => {
    const prepared = await preparePage(connection, clock);
    await warmUpForForks(prepared);
    return prepared;
  });
  const fork = async (isAhead = false): Promise<Browser> => {
    const forked = await startGuarded(zygote.fork);
    return assemble(forked.started, forked.guard, async ({ connection, transport }, clock) => {
      const adopted = adoptPage(connection, transport, page, clock);
      await (isAhead ? touchPages(adopted) : assertAnswer(adopted));
      return adopted;
    });
  };
  return {
    pid: page.pid,
    get isAlive() {
      return page.isAlive;
    },
    ended: zygote.process.ended,
    page,
    fork,
    kill: page.kill,
  };
};
