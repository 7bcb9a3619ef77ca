import type { ReasonOf } from "../../errors/reasons.ts";
import { ServiceError } from "../../errors/service-error.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { MainDocument } from "./main-document.ts";
import type { DocumentSource } from "./open.ts";
import { type GivenFields, OwnHeaders } from "./origin/own-headers.ts";
import { isNavigationError, openWorld, type PageReadiness, waitUntilReady } from "./ready.ts";

const loadError = (message: string, reason: ReasonOf<"PROCESSING_FAILED"> = "page-unreachable"): ServiceError =>
  new ServiceError("PROCESSING_FAILED", message, { reason });

/** Chromium's errors for a failed navigation, with the texts that the client reads. */
const LOAD_ERRORS: readonly (readonly [RegExp, string])[] = [
  [/TOO_MANY_REDIRECTS/, "too many redirects"],
  [/CERT|SSL/, "TLS failure"],
  [/TIMED_OUT/, "no answer in time"],
  [/EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET|ABORTED)/, "connection closed without an answer"],
  [/UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME/, "it redirects to an address that is not http or https"],
  [/UNSAFE_PORT/, "port not allowed"],
  [/ERR_ABORTED/, "the answer has no document"],
];

const STATUSES_WITHOUT_DOCUMENT = new Set([204, 205]);

const isPrintable = (type: string): boolean =>
  ["text/html", "application/xhtml+xml", "text/plain"].includes(type) || type.startsWith("image/");

/** Throws the client's error if the main document cannot be printed. */
const assertPrintable = (
  { guard }: Browser,
  { url, response, isCutOff }: MainDocument,
  errorText: string | undefined,
) => {
  // For https the guard knows only origins. If there is a response, the guard refused another resource of the origin.
  const reason = response && url.startsWith("https:") ? undefined : guard.traffic.reasonFor(url);
  if (reason === "private address") throw new ServiceError("SSRF_BLOCKED", "url must be a public address.");
  if (reason !== undefined) throw loadError(`The page could not be loaded: ${reason}.`);
  if (response && (response.status >= 400 || STATUSES_WITHOUT_DOCUMENT.has(response.status)))
    throw loadError(
      `The page answered with status ${response.status}.`,
      response.status >= 500 ? "page-unavailable" : "page-refused",
    );
  if (response && !isPrintable(response.mimeType)) {
    throw loadError(
      `The address returns ${response.mimeType || "no media type"}, which cannot be printed.`,
      "page-not-printable",
    );
  }
  if (isCutOff) throw loadError("The connection was closed before the page was complete.");
  if (errorText === undefined) return;
  if (response && /ABORTED/.test(errorText))
    throw loadError("The address returns a download, which cannot be printed.", "page-not-printable");
  const reasonText = LOAD_ERRORS.find(([pattern]) => pattern.test(errorText))?.[1] ?? errorText;
  throw loadError(`The page could not be loaded: ${reasonText}.`);
};

const REDIRECTS_LIMIT = 10;

/**
 * Navigates to the address, follows redirects (also those of script and meta refresh) and waits until the page is ready.
 * Throws SSRF_BLOCKED when any step leads to a private address, and PROCESSING_FAILED with the reason when the page does
 * not load, answers with status 400 or more, or is not a document.
 */
const navigate = async (
  browser: Browser,
  url: string,
  { headers = {}, cookies = [] }: GivenFields,
  setup: PageSetup,
): Promise<PageReadiness> => {
  const { session, frameId } = browser;
  const isPlain = Object.keys(headers).length + cookies.length === 0;
  const ownHeaders = isPlain ? undefined : new OwnHeaders(browser, url, { headers, cookies });
  const main = new MainDocument(browser, ownHeaders);
  if (ownHeaders) await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  const { errorText } = await session.send("Page.navigate", { url });
  assertPrintable(browser, main, errorText);
  for (let hop = 0; ; hop++) {
    try {
      const world = await openWorld(session, frameId);
      const readiness = await Promise.race([
        waitUntilReady(browser, world, setup, { isActive: true, onLoaded: () => main.preventNavigation() }),
        main.cutOff(),
      ]);
      assertPrintable(browser, main, undefined);
      if (readiness && !main.isNavigating) return { ...readiness, leftTo: ownHeaders?.leftTo };
      await main.navigated();
    } catch (error) {
      if (!isNavigationError(error)) throw error;
    }
    if (hop === REDIRECTS_LIMIT) throw loadError("The page could not be loaded: too many redirects.");
  }
};

/** The page at an address that has passed `checkTarget`, and what the requests to its origin carry. */
export const pageAt = (url: string, ownFields: GivenFields = {}): DocumentSource => ({
  load: (browser, setup) => navigate(browser, url, ownFields, setup),
});
