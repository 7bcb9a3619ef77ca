import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { type ContentNeeds, contentNeedsOf } from "./active-content.ts";
import { type Asset, openWithAssets } from "./assets.ts";
import type { Browser } from "./browser.ts";
import { commandText } from "./long-text.ts";
import { navigate } from "./navigate.ts";
import { preventNavigation } from "./prevent-navigation.ts";
import { evaluate, isNavigationError, type Readiness, waitUntilReady } from "./ready.ts";

/** A document: as text, with a script that runs when it is ready; or as an address that has passed `checkTarget`. */
export type DocumentSource =
  | {
      readonly html: string;
      readonly untagged?: true;
      readonly lastScript?: string;
      readonly assets?: readonly Asset[] | undefined;
    }
  | { readonly url: string };

/** A document at an address may hold anything. */
const ANY_CONTENT: ContentNeeds = { isActive: true, needsFrames: true };

/** What the document needs of its browser; an expression is awaited in virtual time, as scripts are. */
const needsOf = async (source: DocumentSource, { waitForExpression }: PageSetup): Promise<ContentNeeds> =>
  "url" in source || source.assets || waitForExpression !== undefined ? ANY_CONTENT : contentNeedsOf(source.html);

const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 };

const emulate = async ({ session }: Browser, { emulateMedia, omitBackground }: PageSetup): Promise<void> => {
  if (emulateMedia) await session.send("Emulation.setEmulatedMedia", { media: emulateMedia });
  if (omitBackground) await session.send("Emulation.setDefaultBackgroundColorOverride", { color: TRANSPARENT });
};

/**
 * Loads the document into the browser's page and waits until it is ready to be printed. Throws PROCESSING_FAILED for a
 * document that navigates away; for an address it throws the errors of `navigate`.
 */
export const openDocument = async (browser: Browser, source: DocumentSource, setup: PageSetup): Promise<Readiness> => {
  const { isActive, needsFrames } = await needsOf(source, setup);
  if (needsFrames || setup.waitForSelector !== undefined) browser.show();
  if (isActive) browser.useVirtualTime();
  await emulate(browser, setup);
  if ("url" in source) return navigate(browser, source.url, setup);
  if (source.assets) return openWithAssets(browser, source.html, source.assets, setup);
  const isLost = preventNavigation(browser);
  const html = commandText(source.html);
  // Not awaited here: that saves a round trip, and a script that never ends would keep this call pending.
  const set = browser.session.send("Page.setDocumentContent", { frameId: browser.frameId, html: html.value });
  try {
    const [readiness] = await Promise.all([waitUntilReady(browser.session, browser.worldId, setup, isActive), set]);
    if (source.lastScript !== undefined) await evaluate(browser.session, browser.worldId, source.lastScript);
    if (!isLost()) return readiness;
  } catch (error) {
    if (!isNavigationError(error)) throw error;
  } finally {
    html.release();
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates to another page.", { reason: "page-navigates" });
};
