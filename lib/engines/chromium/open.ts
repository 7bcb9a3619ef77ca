import { ServiceError } from "../../errors/service-error.ts";
import { slicesOf } from "../../workers/event-loop.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { commandText } from "./long-messages.ts";
import { evaluate, isNavigationError, type PageReadiness, waitUntilReady } from "./ready.ts";

/** Elements, attributes and style sheets that run script, load frames or change by themselves. */
const ACTIVE_CONTENT =
  /<animate|<(?:script|i?frame|object|embed|video|audio|marquee|link|set)\b|\bon[a-z]+\s*=|javascript:|@import|animation|transition/i;

/** Content that Chromium leaves out of a static page while it draws no frames. */
const NEEDS_FRAMES = /<base\b|\bloading\s*=|content-visibility/i;

/** Images and fonts from the network. Chromium delays the requests for them while the page is not shown. */
const FETCHES_FROM_NETWORK =
  /(?:\bsrc|\bsrcset|\bbackground)\s*=\s*(?:["']\s*)?(?:https?:)?\/\/|url\(\s*(?:["']\s*)?(?:https?:)?\/\/|<image\b/i;

/** Characters that are searched before the event loop serves others. */
const SLICE_CHARACTERS = 1_048_576;
/** Characters that are searched again with the next slice, because a match may begin in one slice and end in the next. */
const OVERLAP_CHARACTERS = 4096;

interface ContentNeeds {
  /** It may change by itself: it has script, frames, animations, or imported style. */
  readonly isActive: boolean;
  /** It may need a window that draws frames: it changes by itself, or fetches from the network. */
  readonly needsFrames: boolean;
}

const contentNeedsOf = async (html: string): Promise<ContentNeeds> => {
  let needsFrames = false;
  let overlap = "";
  for await (const slice of slicesOf(html, SLICE_CHARACTERS)) {
    const text = overlap + slice;
    if (ACTIVE_CONTENT.test(text)) return { isActive: true, needsFrames: true };
    needsFrames ||= NEEDS_FRAMES.test(text) || FETCHES_FROM_NETWORK.test(text);
    overlap = slice.slice(-OVERLAP_CHARACTERS);
  }
  return { isActive: false, needsFrames };
};

/**
 * Keeps the page on the document that it was given: its navigations (meta refresh, `location`, a form that script submits)
 * fail like a download. Its frames may load. Returns a function that says whether the document is lost nevertheless. That
 * happens when it navigates to an empty page, which makes no request, or while it is parsed, which ends the parsing. If
 * `address` is given, the first request of the page may go there.
 */
export const preventNavigation = ({ session, frameId: mainFrameId }: Browser, address?: string): (() => boolean) => {
  let awaited = address;
  let isLost = false;
  let isLoaded = false;
  session.on("Fetch.requestPaused", ({ requestId, frameId, request: { url } }) => {
    const isAwaited = url === awaited;
    if (frameId === mainFrameId) awaited = undefined;
    const answer =
      frameId === mainFrameId && !isAwaited
        ? session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
        : session.send("Fetch.continueRequest", { requestId });
    answer.catch(() => {});
  });
  session.on("Page.loadEventFired", () => {
    isLoaded = true;
  });
  session.on("Page.frameRequestedNavigation", ({ frameId, reason, disposition }) => {
    if (frameId !== mainFrameId || disposition !== "currentTab") return;
    isLost ||= !isLoaded && (reason === "scriptInitiated" || reason.startsWith("formSubmission"));
  });
  session.on("Page.frameNavigated", ({ frame: { id, url } }) => {
    isLost ||= id === mainFrameId && url.startsWith("about:");
  });
  return () => isLost;
};

/** Loads a document into the browser's page from an address, and waits until it is ready to be printed. */
type Load = (browser: Browser, setup: PageSetup) => Promise<PageReadiness>;

/** A document as text, with a script that runs when it is ready. */
export interface TextDocument {
  readonly html: string;
  /** A piece of a document has no tags. The selector is not waited for: its match may be in another piece. */
  readonly isPiece?: boolean | undefined;
  readonly lastScript?: string | undefined;
  /** It reaches nothing but its own assets. */
  readonly isConfined?: boolean | undefined;
  /** It is XHTML in the syntax of XML. */
  readonly isXml?: boolean | undefined;
  /** Some bytes of its file are no characters of the file's encoding. */
  readonly hasLostCharacters?: boolean | undefined;
  readonly load?: undefined;
}

/** A document that is loaded from an address; its text, if that is known. */
interface LoadedDocument {
  readonly load: Load;
  readonly html?: string | undefined;
  readonly isPiece?: boolean | undefined;
  readonly isConfined?: boolean | undefined;
  readonly hasLostCharacters?: boolean | undefined;
}

export type DocumentSource = TextDocument | LoadedDocument;

const ANY_CONTENT: ContentNeeds = { isActive: true, needsFrames: true };

/** What the document needs of its browser; an expression is awaited in virtual time, as scripts are. */
const needsOf = async (source: DocumentSource, { waitForExpression }: PageSetup): Promise<ContentNeeds> =>
  source.load || waitForExpression !== undefined ? ANY_CONTENT : contentNeedsOf(source.html);

const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 };

const emulate = async ({ session }: Browser, { emulateMedia, omitBackground, viewport }: PageSetup): Promise<void> => {
  if (viewport) await session.send("Emulation.setDeviceMetricsOverride", { ...viewport, mobile: false });
  if (emulateMedia) await session.send("Emulation.setEmulatedMedia", { media: emulateMedia });
  if (omitBackground) await session.send("Emulation.setDefaultBackgroundColorOverride", { color: TRANSPARENT });
};

/**
 * Throws INVALID_REQUEST, with the name of the field, for a selector that the browser does not know. It is asked on its blank
 * page, before any document can change the answer.
 */
export const assertSelector = async ({ session, worldId }: Browser, selector: string, field: string): Promise<void> => {
  const expression = `try { document.querySelector(${JSON.stringify(selector)}); true } catch { false }`;
  if (await evaluate(session, worldId, expression)) return;
  throw new ServiceError("INVALID_REQUEST", `${field} must be a valid CSS selector, such as #ready.`);
};

/**
 * Loads the document into the browser's page and waits until it is ready to be printed. Throws INVALID_REQUEST for an
 * invalid selector, PROCESSING_FAILED for a document that navigates away, and the errors of the source's `load`.
 */
export const openPage = async (
  browser: Browser,
  source: DocumentSource,
  options: PageSetup,
): Promise<PageReadiness> => {
  if (source.isConfined) browser.guard.confine();
  if (options.waitForSelector !== undefined)
    await assertSelector(browser, options.waitForSelector, "options.waitForSelector");
  const setup = source.isPiece ? { ...options, waitForSelector: undefined } : options;
  const { isActive, needsFrames } = await needsOf(source, setup);
  if (needsFrames || setup.waitForSelector !== undefined || setup.viewport !== undefined) browser.show();
  if (isActive) browser.useVirtualTime();
  await emulate(browser, setup);
  if (source.load) return source.load(browser, setup);
  const isLost = preventNavigation(browser);
  const html = commandText(source.html);
  // Not awaited here: that saves a round trip, and a script that never ends would keep this call pending.
  const set = browser.session.send("Page.setDocumentContent", { frameId: browser.frameId, html: html.value });
  try {
    const [readiness] = await Promise.all([waitUntilReady(browser, browser.worldId, setup, { isActive }), set]);
    if (source.lastScript !== undefined) await evaluate(browser.session, browser.worldId, source.lastScript);
    if (!isLost()) return readiness;
  } catch (error) {
    if (!isNavigationError(error)) throw error;
  } finally {
    html.release();
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates to another page.", { reason: "page-navigates" });
};
