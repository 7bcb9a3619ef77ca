import type { Traffic } from "../../net/traffic.ts";
import type { Readiness } from "./ready.ts";
import { LISTED, type Refusal, type Requests } from "./requests.ts";

/** What happened on the way to the PDF. For the caller alone: it holds URLs of the document, so it is never logged. */
export interface Report {
  /** How much the document asked the network for, and the first hundred URLs. */
  readonly requests: number;
  readonly urls: readonly string[];
  /** Bytes that came back. */
  readonly bytes: number;
  /** How much was not let through, how much failed by itself, and the first hundred of both. */
  readonly blocked: number;
  readonly failed: number;
  readonly refusals: readonly Refusal[];
  /** Waits that were given up: for the load event, for frames, for fonts and images, for scripts (`load`, `frames`, `assets`, `scripts`). */
  readonly gaveWay: readonly string[];
  /** Whether the PDF has tags and an outline: a very large document gets none. */
  readonly tagged: boolean;
}

/** Puts together what the browser and the guard saw. The guard alone knows of workers and of why a tunnel was refused. */
export const report = (
  requests: Requests,
  traffic: Traffic,
  { gaveWay, tagged }: Pick<Readiness, "gaveWay"> & { readonly tagged: boolean },
): Report => {
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
    refusals: refusals.slice(0, LISTED),
    gaveWay,
    tagged,
  };
};
