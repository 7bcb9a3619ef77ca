import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/** Something that the document asked for in vain. */
export interface Refusal {
  readonly url: string;
  /** Such as `private address`, `name not found`, `status 404`, `net::ERR_CERT_DATE_INVALID`, `csp`. */
  readonly reason: string;
  /** What kind of thing it is, in the DevTools protocol's words: `Image`, `Stylesheet`, `Script`, `Font`, `Fetch` … */
  readonly type?: string | undefined;
}

/** What the page asked the network for, as the browser saw it. */
export interface Requests {
  /** How many. */
  readonly count: number;
  /** The first of them. */
  readonly urls: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** How many URLs a list of the report holds at most, and how long each may be. */
export const LISTED = 100;
const LONGEST = 2000;

const FROM_NETWORK = /^(https?|wss?):/;

/** Notes what the page asks for from now on. */
export const followRequests = (page: CDPSession): Requests => {
  const seen = { count: 0, urls: [] as string[], refusals: [] as Refusal[] };
  const open = new Map<string, { url: string; type: string | undefined }>();
  const refuse = (id: string, reason: string) => {
    const asked = open.get(id);
    if (asked !== undefined && seen.refusals.length < LISTED) seen.refusals.push({ ...asked, reason });
    open.delete(id);
  };
  page.on("Network.requestWillBeSent", ({ requestId, request: { url }, type }) => {
    if (!FROM_NETWORK.test(url)) return;
    seen.count++;
    if (seen.urls.length < LISTED) seen.urls.push(url.slice(0, LONGEST));
    open.set(requestId, { url: url.slice(0, LONGEST), type });
  });
  page.on("Network.responseReceived", ({ requestId, response: { status } }) => {
    if (status >= 400) refuse(requestId, `status ${status}`);
  });
  page.on("Network.loadingFinished", ({ requestId }) => void open.delete(requestId));
  page.on("Network.loadingFailed", ({ requestId, errorText, blockedReason, canceled }) => {
    if (canceled) open.delete(requestId);
    else refuse(requestId, blockedReason ?? errorText);
  });
  return seen;
};
