import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { Connection } from "puppeteer-core/internal/cdp/Connection.js";
import { PipeTransport } from "puppeteer-core/internal/node/PipeTransport.js";
import { createIncrementalIdGenerator } from "puppeteer-core/internal/util/incremental-id-generator.js";
import { type Guard, openGuard } from "../../net/guard.ts";
import { PLAIN_PAGE } from "../page-setup.ts";
import { chromiumBinary } from "./binary.ts";
import { type Process, startProcess } from "./process.ts";
import { openWorld, settled } from "./ready.ts";
import { VIRTUAL_SCRIPTS } from "./virtual-scripts.ts";

/** A browser with one blank page that has printed once, for one document. */
export interface Browser {
  readonly pid: number;
  readonly alive: boolean;
  readonly page: CDPSession;
  /** The page's main frame. */
  readonly frame: string;
  /** A world of scripts of our own in that frame, as long as it does not navigate. */
  readonly world: number;
  readonly guard: Guard;
  /** Shows its window, which is minimised until then: a page draws frames, at half of a document's time, only when shown. */
  show(): void;
  /** Prepares the page's frames, now and later, for scripts that live in virtual time. */
  virtualise(): void;
  /** Rejects when the browser or its page ends by itself. */
  readonly failed: Promise<never>;
  /** Ends it at once; resolves when nothing of it is left. */
  kill(): Promise<void>;
}

/** Schemes that lead to the host instead of the network. */
const LOCAL = ["file:*", "chrome:*", "devtools:*", "filesystem:*", "view-source:*", "ftp:*"];

/** Milliseconds in which a browser that was started has to have printed its first page. */
const PATIENCE = 20_000;

const quiet = () => () => {};

const connect = ({ write, read }: Process): Connection =>
  new Connection("", new PipeTransport(write, read, quiet), 0, 0, false, createIncrementalIdGenerator(), quiet);

/** Rules for the whole browser, and one page printed: that loads the fonts and code that the first print needs. */
const prepare = async (
  connection: Connection,
): Promise<Pick<Browser, "page" | "frame" | "world" | "show" | "virtualise">> => {
  const { targetInfos } = await connection.send("Target.getTargets");
  const frame = targetInfos.find(({ type }) => type === "page")?.targetId;
  if (frame === undefined) throw new Error("Chromium opened no page.");
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId: frame, flatten: true });
  const page = connection.session(sessionId)!;
  connection.on("Fetch.requestPaused", ({ requestId }) => {
    void connection.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
  });
  page.on("Page.javascriptDialogOpening", () => {
    void page.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {});
  });
  const [world] = await Promise.all([
    openWorld(page, frame),
    connection.send("Fetch.enable", { patterns: LOCAL.map((urlPattern) => ({ urlPattern })) }),
    connection.send("Browser.setDownloadBehavior", { behavior: "deny" }),
    page.send("Inspector.enable"),
    page.send("Page.enable"),
    page.send("Network.enable"),
    page.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] }),
    page.send("Page.setDocumentContent", { frameId: frame, html: "<p>Warm" }),
  ]);
  await settled(page, world, PLAIN_PAGE);
  await page.send("Page.printToPDF", { generateTaggedPDF: true, generateDocumentOutline: true });
  const { windowId } = await connection.send("Browser.getWindowForTarget", { targetId: frame });
  const turn = (windowState: "minimized" | "normal") =>
    connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState } });
  await turn("minimized");
  return {
    page,
    frame,
    world,
    show: () => void turn("normal").catch(() => {}),
    virtualise: () => {
      void page.send("Page.addScriptToEvaluateOnNewDocument", { source: VIRTUAL_SCRIPTS }).catch(() => {});
      void page.send("Runtime.evaluate", { expression: VIRTUAL_SCRIPTS }).catch(() => {});
    },
  };
};

const startBehind = async (guard: Guard): Promise<Process> => {
  try {
    return await startProcess(await chromiumBinary(), guard.port);
  } catch (error) {
    guard.close();
    throw error;
  }
};

/** Launches a browser behind a guard of its own and prints a first page with it. */
export const launch = async (): Promise<Browser> => {
  const guard = await openGuard();
  const chromium = await startBehind(guard);
  const kill = () => {
    guard.close();
    return chromium.kill();
  };
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  void chromium.ended.then(() => reject(new Error("Chromium ended.")));
  try {
    const late = setTimeout(() => reject(new Error("Chromium does not answer.")), PATIENCE);
    const prepared = await Promise.race([prepare(connect(chromium)), failed]).finally(() => clearTimeout(late));
    prepared.page.on("Inspector.targetCrashed", () => reject(new Error("The page crashed.")));
    return {
      ...prepared,
      pid: chromium.pid,
      guard,
      failed,
      kill,
      get alive() {
        return chromium.alive;
      },
    };
  } catch (error) {
    await kill();
    throw error;
  }
};
