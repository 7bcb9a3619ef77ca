import { BATCH_JOBS_LIMIT, BATCH_STATES } from "../jobs/batches/batch.ts";
import { batchCallbackParameter, batchEventSchema, callbackSchema } from "./callbacks.ts";
import { errorResponses } from "./errors.ts";
import { answerHeaders, BALANCE_HEADER, WINDOW_HEADERS } from "./headers.ts";
import { count, type JsonSchema, momentSchema } from "./json-schema.ts";
import { idParameter, listPageContent, notFound, pageParameters, queryErrors, queryHeaders } from "./queries.ts";

const batchSchema: JsonSchema = {
  type: "object",
  description: "Many requests that were sent at once. Each of them is a job.",
  required: ["id", "state", "createdAt", "requests", "counts", "creditsReserved", "creditsUsed"],
  properties: {
    id: { type: "string" },
    state: { type: "string", enum: BATCH_STATES, description: "`ended` once all jobs have ended." },
    createdAt: momentSchema("When it was submitted."),
    cancelledAt: momentSchema("When it was cancelled."),
    endedAt: momentSchema("When the last of its jobs ended."),
    requests: { type: "integer", minimum: 1, description: "Requests of the list." },
    counts: {
      type: "object",
      required: ["open", "succeeded", "failed", "cancelled"],
      properties: {
        open: count("Jobs that have not ended."),
        succeeded: count("Jobs that have a result."),
        failed: count("Jobs that have failed."),
        cancelled: count("Jobs that were cancelled."),
      },
    },
    creditsReserved: count("Credits that are reserved for jobs that have not ended."),
    creditsUsed: count("Credits that it has cost."),
    result: {
      type: "object",
      description: "The results as one archive, once the batch has ended, until they expire.",
      required: ["url", "expiresAt", "name", "type"],
      properties: {
        url: {
          type: "string",
          format: "uri",
          description: "Sends the archive to whoever has this address, without a key. Its `index.json` lists the jobs.",
        },
        expiresAt: momentSchema("Until when it does so. Results of single jobs expire as those of other jobs do."),
        name: { type: "string" },
        type: { type: "string", description: "The media type." },
      },
    },
    callback: callbackSchema,
  },
};

const requestSchema: JsonSchema = {
  type: "object",
  description: "A request of a batch, with one of `body`, `form` and `bodyRef`.",
  required: ["operation"],
  additionalProperties: false,
  properties: {
    operation: { type: "string", description: "The path of the endpoint.", examples: ["/convert/html-to-pdf"] },
    name: {
      type: "string",
      minLength: 1,
      maxLength: 100,
      description: "A name of your own, which no other request of the batch has. The name of its file begins with it.",
    },
    body: {
      type: "object",
      additionalProperties: true,
      description: "The body of the request, if the endpoint takes JSON.",
    },
    form: {
      type: "object",
      additionalProperties: true,
      description:
        "The parts of the request's form by their names. An object `{base64, name, type}` is a file, and a list of such objects is several files. A string is sent as it is, and any other value as JSON.",
    },
    bodyRef: { type: "string", description: "The `uploadId` of a body that was sent ahead (see `/uploads`)." },
  },
};

/** The schemas of batches, by their names. */
export const batchSchemas = { Batch: batchSchema, BatchRequest: requestSchema, BatchEvent: batchEventSchema };

const batchContent = { "application/json": { schema: { $ref: "#/components/schemas/Batch" } } };
const example = [
  { operation: "/convert/html-to-pdf", name: "letter", body: { html: "<h1>Hello</h1>" } },
  { operation: "/convert/csv-to-pdf", form: { file: { base64: "YSxiCjEsMgo=" } } },
];

const postErrors = errorResponses([
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "INSUFFICIENT_CREDITS",
  "IDEMPOTENCY_CONFLICT",
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "IDEMPOTENCY_MISMATCH",
  "RATE_LIMIT_EXCEEDED",
  "PROCESSING_FAILED",
  "SERVICE_UNAVAILABLE",
]);
const listOperations = {
  post: {
    tags: ["batches"],
    operationId: "submitBatch",
    summary: "Send many requests at once",
    description: `Takes a list of up to ${BATCH_JOBS_LIMIT.toLocaleString("en")} requests, each of which becomes a job. The credits of all are reserved at once. It counts as one request.`,
    parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }, batchCallbackParameter],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "array",
            minItems: 1,
            maxItems: BATCH_JOBS_LIMIT,
            items: { $ref: "#/components/schemas/BatchRequest" },
          },
          example,
        },
        "application/x-ndjson": {
          schema: { type: "string", description: "A request on each line." },
          example: example.map((request) => JSON.stringify(request)).join("\n"),
        },
      },
    },
    responses: {
      202: {
        description: "The batch.",
        headers: answerHeaders([BALANCE_HEADER, "Location", "Retry-After"], WINDOW_HEADERS),
        content: batchContent,
      },
      ...postErrors,
    },
  },
  get: {
    tags: ["batches"],
    operationId: "batches",
    summary: "List batches",
    description:
      "The account's batches that have not ended, or have ended in the last 7 days, newest first. Free, within the same limit as requests for jobs.",
    parameters: pageParameters("Batches"),
    responses: {
      200: {
        description: "A page of batches.",
        headers: queryHeaders,
        content: listPageContent("batches", "Batch", "Newest first."),
      },
      ...queryErrors,
    },
  },
};

/** The paths of batches. */
export const batchPaths = {
  "/batches": listOperations,
  "/batches/{id}": {
    get: {
      tags: ["batches"],
      operationId: "batch",
      summary: "See how a batch goes",
      description: "A batch of the account. Free, within the same limit as requests for jobs.",
      parameters: [idParameter],
      responses: {
        200: { description: "The batch.", headers: queryHeaders, content: batchContent },
        ...queryErrors,
        ...notFound,
      },
    },
    delete: {
      tags: ["batches"],
      operationId: "cancelBatch",
      summary: "Cancel a batch",
      description:
        "Cancels the jobs that have not ended, and returns their credits. Jobs that have ended stay as they are.",
      parameters: [idParameter],
      responses: {
        200: { description: "The batch after that.", headers: queryHeaders, content: batchContent },
        ...queryErrors,
        ...notFound,
      },
    },
  },
  "/batches/{id}/callback": {
    post: {
      tags: ["batches"],
      operationId: "sendBatchCallback",
      summary: "Send the callback of a batch again",
      description:
        "Sends the callback now, with the same id, even if it was delivered, has failed or is `gone`. If the receiver does not accept it, further attempts follow as at first.",
      parameters: [idParameter],
      responses: {
        202: { description: "The batch, whose callback is sent.", headers: queryHeaders, content: batchContent },
        ...queryErrors,
        ...notFound,
      },
    },
  },
  "/batches/{id}/jobs": {
    get: {
      tags: ["batches"],
      operationId: "batchJobs",
      summary: "List the jobs of a batch",
      description:
        "The jobs of a batch in the order of its list. Those that are not submitted yet follow a little later.",
      parameters: [idParameter, ...pageParameters("Jobs")],
      responses: {
        200: {
          description: "A page of jobs.",
          headers: queryHeaders,
          content: listPageContent("jobs", "Job", "In the order of the list."),
        },
        ...queryErrors,
        ...notFound,
      },
    },
  },
};
