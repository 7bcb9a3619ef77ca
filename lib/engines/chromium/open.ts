import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { hasActiveContent, needsFrames } from "./active-content.ts";
import type { Browser } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { preventNavigation } from "./prevent-navigation.ts";
import { evaluate, isNavigationError, type Readiness, waitUntilReady } from "./ready.ts";

/** A document: as text, with a script that runs when it is ready; or as an address that has passed `checkTarget`. */
export type DocumentSource =
  | { readonly html: string; readonly untagged?: true; readonly lastScript?: string }
  | { readonly url: string };

/**
 * Loads the document into the browser's page and waits until it is ready to be printed. Throws PROCESSING_FAILED for a
 * document that navigates away; for an address it throws the errors of `navigate`.
 */
export const openDocument = async (browser: Browser, source: DocumentSource, setup: PageSetup): Promise<Readiness> => {
  if ("url" in source || setup.waitForSelector !== undefined || needsFrames(source.html)) browser.show();
  const isActive = "url" in source || hasActiveContent(source.html);
  if (isActive) browser.useVirtualTime();
  if ("url" in source) return navigate(browser, source.url, setup);
  const isLost = preventNavigation(browser);
  // Not awaited here: that saves a round trip, and a script that never ends would keep this call pending.
  const set = browser.session.send("Page.setDocumentContent", { frameId: browser.frameId, html: source.html });
  try {
    const [readiness] = await Promise.all([waitUntilReady(browser.session, browser.worldId, setup, isActive), set]);
    if (source.lastScript !== undefined) await evaluate(browser.session, browser.worldId, source.lastScript);
    if (!isLost()) return readiness;
  } catch (error) {
    if (!isNavigationError(error)) throw error;
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates to another page.");
};
