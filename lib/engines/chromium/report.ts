import type { Refusal } from "../../net/traffic.ts";
import type { Browser } from "./browser.ts";
import type { Readiness } from "./ready.ts";

/** What happened on the way to the PDF. For the caller alone: it holds URLs of the document, so it is never logged. */
export interface Report {
  /** Requests that left the browser, and bytes that came back. */
  readonly requests: number;
  readonly bytes: number;
  /** How many were not let through, how many failed by themselves, and the first hundred of both. */
  readonly blocked: number;
  readonly failed: number;
  readonly refusals: readonly Refusal[];
  /** Waits that were given up: for the load event, for fonts and images. */
  readonly gaveWay: readonly string[];
}

/** What a browser saw and did for its document. */
export const report = ({ guard: { traffic } }: Browser, { gaveWay }: Readiness): Report => ({
  requests: traffic.asked,
  bytes: traffic.bytes,
  blocked: traffic.blocked,
  failed: traffic.failed,
  refusals: traffic.refusals,
  gaveWay,
});
