import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { followMainDocument, type MainDocument } from "./main-document.ts";
import { openWorld, type Readiness, ready, wentAway } from "./ready.ts";

const failed = (message: string): ServiceError => new ServiceError("PROCESSING_FAILED", message);

/** Chromium's word for a failed navigation, in the client's. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/TOO_MANY_REDIRECTS/, "too many redirects"],
  [/CERT|SSL/, "TLS failure"],
  [/TIMED_OUT/, "no answer in time"],
  [/EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET|ABORTED)/, "connection closed without an answer"],
  [/UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME/, "it redirects to something that is not on the network"],
  [/UNSAFE_PORT/, "port not allowed"],
  [/ERR_ABORTED/, "no document came"],
];

/** Statuses that bring no document. */
const EMPTY = new Set([204, 205]);

/** What Chromium shows as a document. */
const isPrintable = (type: string): boolean =>
  ["text/html", "application/xhtml+xml", "text/plain"].includes(type) || type.startsWith("image/");

/** Throws what the client is told when the main document is not one to be printed. */
const judge = ({ guard }: Browser, { url, response, broken }: MainDocument, errorText: string | undefined) => {
  // Of https the guard knows origins only: once the document is there, it was another part that was refused.
  const reason = response && url.startsWith("https:") ? undefined : guard.traffic.reasonFor(url);
  if (reason === "private address") throw new ServiceError("SSRF_BLOCKED", "url must be a public address.");
  if (reason !== undefined) throw failed(`The page could not be loaded: ${reason}.`);
  if (response && (response.status >= 400 || EMPTY.has(response.status)))
    throw failed(`The page answered with status ${response.status}.`);
  if (response && !isPrintable(response.mimeType)) {
    throw failed(`The address gives ${response.mimeType || "no media type"}, which is no page to print.`);
  }
  if (broken) throw failed("The page broke off before it had come whole.");
  if (errorText === undefined) return;
  if (response && /ABORTED/.test(errorText)) throw failed("The address gives a download, which is no page to print.");
  const words = WORDS.find(([pattern]) => pattern.test(errorText))?.[1] ?? errorText;
  throw failed(`The page could not be loaded: ${words}.`);
};

const HOPS = 10;

/**
 * Goes to the address as a browser would, follows redirects (of the page's script and meta refresh too) and waits until
 * it is ready. Throws SSRF_BLOCKED when any step leads to a private address, PROCESSING_FAILED with the reason when the
 * page does not come, answers 400 or more or is no document.
 */
export const navigate = async (browser: Browser, url: string, setup: PageSetup): Promise<Readiness> => {
  const { page, frame } = browser;
  const main = followMainDocument(browser);
  const { errorText } = await page.send("Page.navigate", { url });
  judge(browser, main, errorText);
  for (let hop = 0; ; hop++) {
    try {
      const world = await openWorld(page, frame);
      const readiness = await Promise.race([ready(page, world, setup, true, main.stay), main.brokenOff()]);
      judge(browser, main, undefined);
      if (readiness && !main.leaving) return readiness;
      await main.arrived();
    } catch (error) {
      if (!wentAway(error)) throw error;
    }
    if (hop === HOPS) throw failed("The page could not be loaded: too many redirects.");
  }
};
