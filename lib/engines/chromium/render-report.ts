import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { Traffic } from "../../net/egress.ts";
import { distinct, type Warning, type WarningCode } from "../../output/warnings.ts";
import type { PageReadiness } from "./ready.ts";

/** A request of the document that was blocked or failed. */
export interface FailedRequest {
  readonly url: string;
  /** Such as `private address`, `name not found`, `status 404`, `net::ERR_CERT_DATE_INVALID`, `csp`. */
  readonly reason: string;
  /** The resource type of the DevTools protocol: `Image`, `Stylesheet`, `Script`, `Font`, `Fetch` … */
  readonly type?: string | undefined;
}

interface RequestLog {
  readonly count: number;
  readonly urls: readonly string[];
  readonly refusals: readonly FailedRequest[];
}

const LISTED_REQUESTS_LIMIT = 100;
const URL_LIMIT_CHARACTERS = 2000;

const FROM_NETWORK = /^(https?|wss?):/;

/** Records the page's requests from now on. */
export const followRequests = (session: CDPSession): RequestLog => {
  const seen = { count: 0, urls: [] as string[], refusals: [] as FailedRequest[] };
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

/** What happened while a page was rendered. It holds URLs of the document, so it is never logged. */
export interface RenderReport {
  /** The number of requests to the network, and the first hundred URLs. */
  readonly requests: number;
  readonly urls: readonly string[];
  readonly bytes: number;
  /** The number of blocked requests, of failed requests, and the first hundred of both. */
  readonly blocked: number;
  readonly failed: number;
  readonly refusals: readonly FailedRequest[];
  /** The waits that reached their limit: `load`, `frames`, `assets` (fonts and images), `scripts`. */
  readonly timedOut: readonly string[];
  /** Whether the PDF has tags and an outline; a very large document has none. */
  readonly isTagged: boolean;
  /** What has an address that leads nowhere, such as a relative one: how many of each kind. */
  readonly unreached: PageReadiness["unreached"];
  /** The origin to which the page led away from the one that was to be sent headers or cookies. */
  readonly leftTo: string | undefined;
}

type Outcome = Pick<PageReadiness, "timedOut" | "leftTo" | "unreached"> & Pick<RenderReport, "isTagged">;

/** Combines the records of the browser and the guard. Only the guard sees requests of workers, and knows why it refused a tunnel. */
export const renderReport = (
  requests: RequestLog,
  traffic: Traffic,
  { timedOut, leftTo, unreached, isTagged }: Outcome,
): RenderReport => {
  const seen = requests.refusals.map((refusal) => ({
    ...refusal,
    reason: traffic.reasonFor(refusal.url) ?? refusal.reason,
  }));
  const known = new Set(seen.flatMap(({ url }) => [url, new URL(url).origin]));
  const refusals = [...seen, ...traffic.refusals.filter(({ url }) => !known.has(url))];
  return {
    requests: Math.max(requests.count, traffic.asked),
    urls: requests.urls,
    bytes: traffic.bytes,
    blocked: traffic.blocked,
    failed: Math.max(traffic.failed, refusals.length - traffic.blocked),
    refusals: refusals.slice(0, LISTED_REQUESTS_LIMIT),
    timedOut,
    isTagged,
    unreached,
    leftTo,
  };
};

const RESOURCE_TYPES: Readonly<Record<string, "image" | "stylesheet" | "script" | "font">> = {
  Image: "image",
  Stylesheet: "stylesheet",
  Script: "script",
  Font: "font",
};

const BLOCKED_REASONS = new Set(["private address", "port not allowed"]);

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/** What a refused request asked for. */
export const kindOf = ({ type = "" }: FailedRequest) => RESOURCE_TYPES[type] ?? "resource";

const refusalWarning = (refusal: FailedRequest): Warning => {
  const { url, reason } = refusal;
  const kind = kindOf(refusal);
  const [outcome, verb] = BLOCKED_REASONS.has(reason)
    ? (["blocked", "is not allowed"] as const)
    : (["failed", "failed"] as const);
  const code: WarningCode = `${kind}-${outcome}`;
  return { code, message: `Fetching the ${kind} ${verb}: ${reason}.`, place: originOf(url) };
};

const TIMEOUT_MESSAGES: Readonly<Record<string, string>> = {
  load: "The page was rendered before its load event.",
  assets: "The page was rendered before all its fonts and images were loaded.",
  scripts: "The page was rendered while its scripts were still running; they were ended.",
};

const TAGS_LEFT_OUT: Warning = {
  code: "tags-left-out",
  message: "The document is too large for tags; the PDF has none.",
};

const headersLeftOut = (origin: string): Warning => ({
  code: "headers-left-out",
  message: "The address leads to another origin, to which headers and cookies are not sent.",
  place: originOf(origin),
});

const unreachedWarnings = (unreached: RenderReport["unreached"]): Warning[] =>
  (["image", "stylesheet", "script", "font", "resource"] as const).flatMap((kind): Warning[] => {
    const count = unreached[kind];
    if (count === 0) return [];
    const message = `${count} ${kind}${count === 1 ? " has an address that leads" : "s have addresses that lead"} nowhere.`;
    return [{ code: `${kind}-failed`, message }];
  });

/** The warnings for the page's author, from a report. */
export const warningsOf = ({ refusals, timedOut, isTagged, unreached, leftTo }: RenderReport): Warning[] => {
  const waits = timedOut.flatMap((wait): Warning[] => {
    const message = TIMEOUT_MESSAGES[wait];
    return message === undefined ? [] : [{ code: "load-incomplete", message }];
  });
  return distinct([
    ...refusals.map(refusalWarning),
    ...unreachedWarnings(unreached),
    ...waits,
    ...(isTagged ? [] : [TAGS_LEFT_OUT]),
    ...(leftTo === undefined ? [] : [headersLeftOut(leftTo)]),
  ]);
};
