import { type Event, headerOf } from "./exchange.ts";

const DRY_RUN = /(?:^|,)\s*dry-run\s*(?:,|;|$)/i;

/** Whether the caller only asks whether a request is valid and what it costs (`Prefer: dry-run`, RFC 7240). */
export const isDryRun = (request: Pick<Event, "headers">): boolean => DRY_RUN.test(headerOf(request, "prefer") ?? "");
