import type { Traffic } from "../../net/traffic.ts";
import type { PageReadiness } from "./ready.ts";
import { LISTED_REQUESTS_LIMIT, type Refusal, type RequestLog } from "./requests.ts";

/** What happened while a page was rendered. It holds URLs of the document, so it is never logged. */
export interface RenderReport {
  /** The number of requests to the network, and the first hundred URLs. */
  readonly requests: number;
  readonly urls: readonly string[];
  /** The number of bytes received. */
  readonly bytes: number;
  /** The number of blocked requests, of failed requests, and the first hundred of both. */
  readonly blocked: number;
  readonly failed: number;
  readonly refusals: readonly Refusal[];
  /** The waits that reached their limit: `load`, `frames`, `assets` (fonts and images), `scripts`. */
  readonly timedOut: readonly string[];
  /** Whether the PDF has tags and an outline; a very large document has none. */
  readonly isTagged: boolean;
  /** The origin to which the page led away from the one that was to be sent headers or cookies. */
  readonly leftTo: string | undefined;
}

type Outcome = Pick<PageReadiness, "timedOut" | "leftTo"> & Pick<RenderReport, "isTagged">;

/** Combines the records of the browser and the guard. Only the guard sees requests of workers, and knows why it refused a tunnel. */
export const renderReport = (
  requests: RequestLog,
  traffic: Traffic,
  { timedOut, leftTo, isTagged }: Outcome,
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
    leftTo,
  };
};
