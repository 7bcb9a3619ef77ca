import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** A request of the document that was blocked or failed. */
export interface Refusal {
  readonly url: string;
  /** Such as `private address`, `name not found`, `status 404`, `net::ERR_CERT_DATE_INVALID`, `csp`. */
  readonly reason: string;
  /** The resource type of the DevTools protocol: `Image`, `Stylesheet`, `Script`, `Font`, `Fetch` … */
  readonly type?: string | undefined;
}

/** The page's requests to the network, as the browser reports them. */
export interface RequestLog {
  /** The number of requests. */
  readonly count: number;
  /** The URLs of the first requests. */
  readonly urls: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** The maximum number of URLs in a list of the report, and the maximum length of each. */
export const LISTED_REQUESTS_LIMIT = 100;
const URL_LIMIT_CHARACTERS = 2000;

const FROM_NETWORK = /^(https?|wss?):/;

/** Records the page's requests from now on. */
export const followRequests = (session: CDPSession): RequestLog => {
  const seen = { count: 0, urls: [] as string[], refusals: [] as Refusal[] };
  const open = new Map<string, { url: string; type: string | undefined }>();
  const refuse = (id: string, reason: string) => {
    const request = open.get(id);
    if (request !== undefined && seen.refusals.length < LISTED_REQUESTS_LIMIT)
      seen.refusals.push({ ...request, reason });
    open.delete(id);
  };
  session.on("Network.requestWillBeSent", ({ requestId, request: { url }, type }) => {
    if (!FROM_NETWORK.test(url)) return;
    seen.count++;
    if (seen.urls.length < LISTED_REQUESTS_LIMIT) seen.urls.push(url.slice(0, URL_LIMIT_CHARACTERS));
    open.set(requestId, { url: url.slice(0, URL_LIMIT_CHARACTERS), type });
  });
  session.on("Network.responseReceived", ({ requestId, response: { status } }) => {
    if (status >= 400) refuse(requestId, `status ${status}`);
  });
  session.on("Network.loadingFinished", ({ requestId }) => void open.delete(requestId));
  session.on("Network.loadingFailed", ({ requestId, errorText, blockedReason, canceled }) => {
    if (canceled) open.delete(requestId);
    else refuse(requestId, blockedReason ?? errorText);
  });
  return seen;
};
