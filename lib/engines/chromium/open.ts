import { ServiceError } from "../../errors/service-error.ts";
import type { PageSetup } from "../page-setup.ts";
import { type ContentNeeds, contentNeedsOf } from "./active-content.ts";
import type { Browser } from "./browser.ts";
import { commandText } from "./long-text.ts";
import { preventNavigation } from "./prevent-navigation.ts";
import { evaluate, isNavigationError, type PageReadiness, waitUntilReady } from "./ready.ts";

/** Loads a document into the browser's page from an address, and waits until it is ready to be printed. */
type Load = (browser: Browser, setup: PageSetup) => Promise<PageReadiness>;

/** A document as text, with a script that runs when it is ready. */
interface TextDocument {
  readonly html: string;
  /** A piece of a document has no tags. The selector is not waited for: its match may be in another piece. */
  readonly isPiece?: boolean;
  readonly lastScript?: string;
  readonly load?: undefined;
}

/** A document that is loaded from an address; its text, where that is known. */
interface LoadedDocument {
  readonly load: Load;
  readonly html?: string | undefined;
  readonly isPiece?: undefined;
}

/** What is printed. */
export type DocumentSource = TextDocument | LoadedDocument;

/** A document at an address may hold anything. */
const ANY_CONTENT: ContentNeeds = { isActive: true, needsFrames: true };

/** What the document needs of its browser; an expression is awaited in virtual time, as scripts are. */
const needsOf = async (source: DocumentSource, { waitForExpression }: PageSetup): Promise<ContentNeeds> =>
  source.load || waitForExpression !== undefined ? ANY_CONTENT : contentNeedsOf(source.html);

const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 };

const emulate = async ({ session }: Browser, { emulateMedia, omitBackground }: PageSetup): Promise<void> => {
  if (emulateMedia) await session.send("Emulation.setEmulatedMedia", { media: emulateMedia });
  if (omitBackground) await session.send("Emulation.setDefaultBackgroundColorOverride", { color: TRANSPARENT });
};

/**
 * Throws INVALID_REQUEST for a selector that the browser does not know. It is asked on its blank page, before any document
 * can change the answer.
 */
const assertSelector = async ({ session, worldId }: Browser, selector: string): Promise<void> => {
  const expression = `try { document.querySelector(${JSON.stringify(selector)}); true } catch { false }`;
  if (await evaluate(session, worldId, expression)) return;
  throw new ServiceError("INVALID_REQUEST", "options.waitForSelector must be a valid CSS selector, such as #ready.");
};

/**
 * Loads the document into the browser's page and waits until it is ready to be printed. Throws INVALID_REQUEST for a
 * selector that is none, PROCESSING_FAILED for a document that navigates away, and the errors of the source's `load`.
 */
export const openDocument = async (
  browser: Browser,
  source: DocumentSource,
  options: PageSetup,
): Promise<PageReadiness> => {
  if (options.waitForSelector !== undefined) await assertSelector(browser, options.waitForSelector);
  const setup = source.isPiece ? { ...options, waitForSelector: undefined } : options;
  const { isActive, needsFrames } = await needsOf(source, setup);
  if (needsFrames || setup.waitForSelector !== undefined) browser.show();
  if (isActive) browser.useVirtualTime();
  await emulate(browser, setup);
  if (source.load) return source.load(browser, setup);
  const isLost = preventNavigation(browser);
  const html = commandText(source.html);
  // Not awaited here: that saves a round trip, and a script that never ends would keep this call pending.
  const set = browser.session.send("Page.setDocumentContent", { frameId: browser.frameId, html: html.value });
  try {
    const [readiness] = await Promise.all([waitUntilReady(browser.session, browser.worldId, setup, { isActive }), set]);
    if (source.lastScript !== undefined) await evaluate(browser.session, browser.worldId, source.lastScript);
    if (!isLost()) return readiness;
  } catch (error) {
    if (!isNavigationError(error)) throw error;
  } finally {
    html.release();
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates to another page.", { reason: "page-navigates" });
};
