import { ServiceError } from "../../errors/service-error.ts";
import { OWN_ORIGIN } from "../../net/own-origin.ts";
import type { Browser } from "./browser.ts";
import { countMissingParts } from "./page/missing-parts.js";
import { evaluate, openWorld } from "./ready.ts";
import { type FailedRequest, kindOf, type RenderReport } from "./render-report.ts";

/** Requests that cannot change what the page shows. */
const INVISIBLE_TYPES = new Set(["Ping", "CSPViolationReport", "Prefetch"]);

/** Waits that end while something is still being fetched. */
const FETCH_WAITS = new Set(["load", "assets"]);

const sourceOf = (url: string): string => {
  if (!URL.canParse(url)) return "an address that is none";
  const { origin, host } = new URL(url);
  return origin === OWN_ORIGIN ? "the assets" : host;
};

const incomplete = (what: string): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `${what} options.failOnResource asks for an error then.`, {
    reason: "page-incomplete",
  });

const refusalError = (first: FailedRequest, others: number): ServiceError => {
  const more = others === 0 ? "" : ` So did ${others} more.`;
  return incomplete(`Fetching the ${kindOf(first)} from ${sourceOf(first.url)} failed: ${first.reason}.${more}`);
};

/**
 * Throws PROCESSING_FAILED, with a host and a reason, if something that the document asks for is not in it: it could not be
 * fetched, was not there in time, or has an address that leads nowhere.
 */
export const assertWhole = async (
  { session, frameId }: Browser,
  { refusals, timedOut, unreached }: Pick<RenderReport, "refusals" | "timedOut" | "unreached">,
): Promise<void> => {
  const [first, ...others] = refusals.filter(({ type = "" }) => !INVISIBLE_TYPES.has(type));
  if (first !== undefined) throw refusalError(first, others.length);
  if (timedOut.some((wait) => FETCH_WAITS.has(wait))) throw incomplete("The page was not complete in time.");
  const damaged: number = await evaluate(session, await openWorld(session, frameId), `(${countMissingParts})()`);
  // A picture without a request may be among both.
  const missing = Math.max(
    damaged,
    Object.values(unreached).reduce((sum, count) => sum + count),
  );
  if (missing > 0)
    throw incomplete(
      `Parts of the page are missing (${missing}): their addresses lead nowhere, or their data is damaged.`,
    );
};
