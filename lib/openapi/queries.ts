import { PAGE_LIMIT } from "../jobs/find.ts";
import { errorResponses, errorsOutsidePaths } from "./errors.ts";
import { headerObjects } from "./headers.ts";

/** The headers of answers to queries for jobs or batches. */
export const queryHeaders = headerObjects(["X-Request-Id", "X-Processing-Time-Ms", "Cache-Control"], ["Traceparent"]);

/** The errors of queries for jobs or batches. */
export const queryErrors = errorResponses([
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "RATE_LIMIT_EXCEEDED",
  "PROCESSING_FAILED",
  "SERVICE_UNAVAILABLE",
]);

/** The answer to the id of a job or batch that the account does not have. */
export const notFound = { 404: errorsOutsidePaths()["404"] };

/** The id in the path of a job or batch. */
export const idParameter = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** The parameters that choose a page of a list of such entries as `what` names. */
export const pageParameters = (what: string) => [
  {
    name: "limit",
    in: "query",
    description: `${what} of the page at most.`,
    schema: { type: "integer", minimum: 1, maximum: PAGE_LIMIT, default: 20 },
  },
  { name: "cursor", in: "query", description: "`next` of the page before.", schema: { type: "string" } },
];

/** A page of a list of entries with a schema: under which name it has them, and their order. */
export const listPageContent = (name: string, schema: string, order: string) => ({
  "application/json": {
    schema: {
      type: "object",
      required: [name],
      properties: {
        [name]: { type: "array", description: order, items: { $ref: `#/components/schemas/${schema}` } },
        next: { type: "string", description: "The cursor of the next page; absent on the last one." },
      },
    },
  },
});
