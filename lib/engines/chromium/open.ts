import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { hasActiveContent, needsFrames } from "./active-content.ts";
import type { Browser } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { evaluate, type Readiness, ready, wentAway } from "./ready.ts";
import { stay } from "./stay.ts";

/** A document given as text, with a script of our own for when it is ready, or the address of one, which `checkTarget` has passed. */
export type Source =
  | { readonly html: string; readonly untagged?: true; readonly lastScript?: string }
  | { readonly url: string };

/** Brings the document into the browser's page and waits until it is ready to be printed. */
export const open = async (browser: Browser, source: Source, setup: PageSetup): Promise<Readiness> => {
  if ("url" in source || setup.waitForSelector !== undefined || needsFrames(source.html)) browser.show();
  const isActive = "url" in source || hasActiveContent(source.html);
  if (isActive) browser.virtualise();
  if ("url" in source) return navigate(browser, source.url, setup);
  const lost = stay(browser);
  // Unawaited: both are one round trip, and a script that never ends keeps the first from answering.
  const set = browser.page.send("Page.setDocumentContent", { frameId: browser.frame, html: source.html });
  try {
    const [readiness] = await Promise.all([ready(browser.page, browser.world, setup, isActive), set]);
    if (source.lastScript !== undefined) await evaluate(browser.page, browser.world, source.lastScript);
    if (!lost()) return readiness;
  } catch (error) {
    if (!wentAway(error)) throw error;
  }
  throw new ServiceError("PROCESSING_FAILED", "The document navigates away from itself.");
};
