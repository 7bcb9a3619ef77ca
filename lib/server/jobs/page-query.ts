import { ServiceError } from "../../errors/service-error.ts";
import { PAGE_LIMIT, type PageOptions } from "../../jobs/find.ts";
import { isJobId } from "../../jobs/job.ts";

const DEFAULT_PAGE_ENTRIES = 20;

const wrong = (message: string) => new ServiceError("INVALID_REQUEST", message);

/** Reads which page of a list a query asks for. Throws INVALID_REQUEST, also for parameters that are not among `others`. */
export const readPageQuery = (query: URLSearchParams, others: readonly string[] = []): PageOptions => {
  const [names, known] = [[...query.keys()], [...others, "limit", "cursor"]];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(`${unknown.slice(0, 40)} is unknown; known parameters: ${known.join(", ")}.`);
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw wrong(`${repeated} must be sent once.`);
  const limit = query.get("limit") ?? String(DEFAULT_PAGE_ENTRIES);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE_LIMIT)
    throw wrong(`limit must be 1 to ${PAGE_LIMIT}.`);
  const after = query.get("cursor") ?? undefined;
  if (after !== undefined && !isJobId(after)) throw wrong("cursor must be the next of an earlier page.");
  return { limit: Number(limit), after };
};
