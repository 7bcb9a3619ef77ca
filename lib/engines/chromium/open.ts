import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { navigate } from "./navigate.ts";
import { type Readiness, ready } from "./ready.ts";

/** A document given as text, or the address of one, which `checkTarget` has passed. */
export type Source = { readonly html: string } | { readonly url: string };

/** Brings the document into the browser's page and waits until it is ready to be printed. */
export const open = async (browser: Browser, source: Source, setup: PageSetup): Promise<Readiness> => {
  if ("url" in source) return navigate(browser, source.url, setup);
  // Unawaited: both are one round trip, and a script that never ends keeps the first from answering.
  const set = browser.page.send("Page.setDocumentContent", { frameId: browser.frame, html: source.html });
  const [readiness] = await Promise.all([ready(browser.page, setup), set]);
  return readiness;
};
