import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { Connection } from "puppeteer-core/internal/cdp/Connection.js";
import type { ConnectionTransport } from "puppeteer-core/internal/common/ConnectionTransport.js";
import type { ProcessClock } from "../../turns/process-clock.ts";
import { PLAIN_PAGE } from "../page-setup.ts";
import { openWorld, waitUntilSettled } from "./ready.ts";
import { OWN_CHANCE_SCRIPT, OWN_ORIGIN_SCRIPT, VIRTUAL_SCRIPTS } from "./virtual-scripts.ts";
import type { TimedPage } from "./virtual-time.ts";

/** The only page of a browser. It is blank and has printed once. */
export interface PreparedPage extends TimedPage {
  readonly frameId: string;
  /** The execution context of Platen's scripts in that frame. It ends when the frame navigates. */
  readonly worldId: number;
  readonly windowId: number;
  /** Restores the minimised window of the page. Only a shown page draws frames; frames take half of a document's time. */
  show(): void;
  /** Makes all frames of the page, present and future, run in virtual time. */
  useVirtualTime(): void;
}

/** URL patterns of schemes that lead to the host instead of the network. */
const LOCAL_URL_PATTERNS = ["file:*", "chrome:*", "devtools:*", "filesystem:*", "view-source:*", "ftp:*"];

const attach = async (connection: Connection): Promise<{ session: CDPSession; frameId: string }> => {
  const { targetInfos } = await connection.send("Target.getTargets");
  const frameId = targetInfos.find(({ type }) => type === "page")?.targetId;
  if (frameId === undefined) throw new Error("Chromium opened no page.");
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId: frameId, flatten: true });
  const session = connection.session(sessionId);
  if (session === null) throw new Error("Chromium has ended the session.");
  return { session, frameId };
};

/** Blocks local files and dialogs as long as the browser lives. */
const setRules = (connection: Connection, session: CDPSession): void => {
  connection.on("Fetch.requestPaused", ({ requestId }) => {
    void connection.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
  });
  session.on("Page.javascriptDialogOpening", () => {
    void session.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {});
  });
};

const pageOf = (
  connection: Connection,
  ids: Pick<PreparedPage, "session" | "frameId" | "worldId" | "windowId">,
  scripts: string,
): Omit<PreparedPage, "clock"> => {
  const { session, windowId } = ids;
  return {
    ...ids,
    show: () => {
      void connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } }).catch(() => {});
    },
    useVirtualTime: () => {
      void session.send("Page.addScriptToEvaluateOnNewDocument", { source: scripts }).catch(() => {});
      void session.send("Runtime.evaluate", { expression: `${OWN_ORIGIN_SCRIPT};${scripts}` }).catch(() => {});
    },
  };
};

/** Resolves when the page answers. */
export const assertAnswer = async ({ session }: PreparedPage): Promise<void> => {
  await session.send("Runtime.evaluate", { expression: "1" });
};

const WARM_PAGE = "<p>Warm";
/** The parameters of a print with tags and bookmarks. */
export const TAGGED = { generateTaggedPDF: true, generateDocumentOutline: true };

/**
 * Parses and lays out some content in the page, and removes it again. The content is parsed as another document: a page in which
 * `innerHTML` is set makes no declarative shadow trees for the next document.
 */
const LAYOUT_SCRIPT = `{
  const part = document.createElement("div");
  const content = "<style>p { color: red }</style><table><tr><th>1<td>2</table><p>Warm <b>page</b>";
  const { head, body } = new DOMParser().parseFromString(content, "text/html");
  part.append(...head.childNodes, ...body.childNodes);
  document.body.append(part);
  part.offsetHeight;
  part.remove();
  document.body.offsetHeight;
}`;

/**
 * Has a fork copy the memory that it writes for any document, so that its document does not wait for that. No document is set in
 * the page: its nodes would be numbered, and the numbers of nodes are in the PDF of the next document.
 */
export const touchPages = async ({ session, worldId }: PreparedPage): Promise<void> => {
  await session.send("Page.printToPDF", TAGGED);
  await session.send("Runtime.evaluate", { expression: LAYOUT_SCRIPT, contextId: worldId });
};

const printAtRest = async ({ session, worldId, clock }: Pick<PreparedPage, "session" | "worldId" | "clock">) => {
  await waitUntilSettled({ session, clock }, worldId, PLAIN_PAGE);
  await session.send("Page.printToPDF", TAGGED);
};

/** Sets a small document in the page and prints it. */
export const printWarmPage = async (page: PreparedPage): Promise<void> => {
  await page.session.send("Page.setDocumentContent", { frameId: page.frameId, html: WARM_PAGE });
  await printAtRest(page);
};

/** Prepares the page of a new browser, and prints it once, which loads the fonts and code that the first print needs. */
export const preparePage = async (connection: Connection, clock: ProcessClock): Promise<PreparedPage> => {
  const { session, frameId } = await attach(connection);
  setRules(connection, session);
  const [worldId] = await Promise.all([
    openWorld(session, frameId),
    connection.send("Fetch.enable", { patterns: LOCAL_URL_PATTERNS.map((urlPattern) => ({ urlPattern })) }),
    connection.send("Browser.setDownloadBehavior", { behavior: "deny" }),
    session.send("Inspector.enable"),
    session.send("Page.enable"),
    session.send("Network.enable", { maxPostDataSize: 0 }),
    session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] }),
    session.send("Page.setDocumentContent", { frameId, html: WARM_PAGE }),
  ]);
  await printAtRest({ session, worldId, clock });
  const { windowId } = await connection.send("Browser.getWindowForTarget", { targetId: frameId });
  await connection.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } });
  return { ...pageOf(connection, { session, frameId, worldId, windowId }, VIRTUAL_SCRIPTS), clock };
};

/** The prepared page of a fork. Its session, its frames and its rules are those of the browser that prepared it. */
export const adoptPage = (
  connection: Connection,
  transport: ConnectionTransport,
  { session: prepared, frameId, worldId, windowId }: PreparedPage,
  clock: ProcessClock,
): PreparedPage => {
  const targetInfo = { targetId: frameId, type: "page", title: "", url: "about:blank", attached: true };
  const params = { sessionId: prepared.id(), targetInfo, waitingForDebugger: false };
  transport.onmessage?.(JSON.stringify({ method: "Target.attachedToTarget", params }));
  const session = connection.session(prepared.id());
  if (session === null) throw new Error("The fork of Chromium has no session.");
  setRules(connection, session);
  const scripts = `${VIRTUAL_SCRIPTS};${OWN_CHANCE_SCRIPT}`;
  return { ...pageOf(connection, { session, frameId, worldId, windowId }, scripts), clock };
};
