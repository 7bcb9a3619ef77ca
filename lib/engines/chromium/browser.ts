import { Connection } from "puppeteer-core/internal/cdp/Connection.js";
import { createIncrementalIdGenerator } from "puppeteer-core/internal/util/incremental-id-generator.js";
import { type Guard, openGuard } from "../../net/guard.ts";
import { tellEngineEnd } from "../../workers/engine-ended.ts";
import { type PreparedPage, preparePage } from "./prepared-page.ts";
import { type ChromiumProcess, chromiumBinary, startChromium } from "./process.ts";
import { ProtocolPipe } from "./protocol-pipe.ts";

/** A browser with one prepared page, for one document. */
export interface Browser extends PreparedPage {
  readonly pid: number;
  readonly isAlive: boolean;
  /** The only folder that it can write. */
  readonly home: string;
  readonly guard: Guard;
  /** Rejects when the browser or its page ends by itself. */
  readonly failed: Promise<never>;
  /** Ends the browser at once; resolves when its process and its folder are gone. */
  kill(): Promise<void>;
}

/** The time limit for a new browser to print its first page. */
const BROWSER_START_TIMEOUT_MS = 20_000;

const noLog = () => () => {};

const connect = ({ write, read }: ChromiumProcess, fail: (error: Error) => void): Connection =>
  new Connection("", new ProtocolPipe(write, read, fail), 0, 0, false, createIncrementalIdGenerator(), noLog);

const startGuarded = async (guard: Guard): Promise<ChromiumProcess> => {
  try {
    return await startChromium(await chromiumBinary(), guard.port);
  } catch (error) {
    guard.close();
    throw error;
  }
};

/** Launches a browser with its own guard, and prepares its page. Throws an Error if it does not start in time. */
export const launch = async (): Promise<Browser> => {
  const guard = await openGuard();
  const chromium = await startGuarded(guard);
  let isWanted = true;
  const kill = () => {
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
    if (isWanted) tellEngineEnd("chromium");
    reject(new Error("Chromium ended."));
  });
  try {
    const late = setTimeout(() => reject(new Error("Chromium does not answer.")), BROWSER_START_TIMEOUT_MS);
    const prepared = await Promise.race([preparePage(connect(chromium, flooded)), failed]).finally(() =>
      clearTimeout(late),
    );
    prepared.session.on("Inspector.targetCrashed", () => reject(new Error("The page crashed.")));
    return {
      ...prepared,
      pid: chromium.pid,
      home: chromium.home,
      guard,
      failed,
      kill,
      get isAlive() {
        return chromium.isAlive;
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
};
