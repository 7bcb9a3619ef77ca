import { JOB_STATES } from "../jobs/job.ts";
import { callbackSchema, jobEventSchema } from "./callbacks.ts";
import { errorDetailsSchema } from "./errors.ts";
import { answerHeaders, BALANCE_HEADER, WINDOW_HEADERS } from "./headers.ts";
import { count, type JsonSchema, momentSchema } from "./json-schema.ts";
import { idParameter, listPageContent, notFound, pageParameters, queryErrors, queryHeaders } from "./queries.ts";

const jobSchema: JsonSchema = {
  type: "object",
  description: "A request that is answered later.",
  required: ["id", "state", "operation", "createdAt", "attempts", "creditsReserved", "creditsUsed"],
  properties: {
    id: { type: "string" },
    state: { type: "string", enum: JOB_STATES, description: "A job in one of the last three states has ended." },
    operation: { type: "string", description: "The path of the endpoint." },
    batch: { type: "string", description: "The id of the batch that it is a part of." },
    index: count("Its position in the list of the batch, from 0."),
    name: { type: "string", description: "The caller's own name for it in the batch." },
    fileName: { type: "string", description: "The name of its file in the archive of the batch." },
    createdAt: momentSchema("When it was submitted."),
    startedAt: momentSchema("When its last attempt began."),
    endedAt: momentSchema("When it ended."),
    attempts: count("How many times work on it has begun."),
    creditsReserved: count("Credits that are reserved until it ends."),
    creditsUsed: count("Credits that it has cost; 0 unless it has succeeded."),
    pages: { type: "integer", minimum: 1, description: "Pages of the result, if it is a PDF." },
    warnings: { type: "array", items: { $ref: "#/components/schemas/Warning" } },
    // Client generators resolve references to whole schemas only, so the details are not a reference into the schema of errors.
    error: errorDetailsSchema,
    result: {
      type: "object",
      description: "The file, if the job has succeeded, until it expires or is removed.",
      required: ["url", "expiresAt", "name", "type", "size"],
      properties: {
        url: {
          type: "string",
          format: "uri",
          description: "Sends the file to whoever has this address, without a key, also in parts (`Range`).",
        },
        expiresAt: momentSchema("When the address expires."),
        name: { type: "string" },
        type: { type: "string", description: "The media type." },
        size: count("Bytes."),
      },
    },
    callback: callbackSchema,
  },
};

const jobContent = { "application/json": { schema: { $ref: "#/components/schemas/Job" } } };

/** The schemas of jobs and of their callbacks, by name. */
export const jobSchemas = { Job: jobSchema, JobEvent: jobEventSchema };

/** The answer to a request that was made a job. */
export const acceptedAnswer = {
  description: "The job, if `Prefer` asks to be answered later.",
  headers: answerHeaders([BALANCE_HEADER, "Location", "Retry-After", "Preference-Applied"], WINDOW_HEADERS),
  content: jobContent,
};

const queryParameters = [
  { name: "state", in: "query", description: "Only jobs in this state.", schema: { type: "string", enum: JOB_STATES } },
  ...pageParameters("Jobs"),
];

/** The paths of jobs. */
export const jobPaths = {
  "/jobs": {
    get: {
      tags: ["jobs"],
      operationId: "jobs",
      summary: "List jobs",
      description:
        "The account's jobs that have not ended, or have ended in the last 7 days, newest first. Free, but an account may ask only 600 times a minute.",
      parameters: queryParameters,
      responses: {
        200: {
          description:
            "A page of jobs. If a state was asked for, the page may have fewer jobs than the limit, or none, although more pages follow.",
          headers: queryHeaders,
          content: listPageContent("jobs", "Job", "Newest first."),
        },
        ...queryErrors,
      },
    },
  },
  "/jobs/{id}": {
    get: {
      tags: ["jobs"],
      operationId: "job",
      summary: "See how a job goes",
      description: "A job of the account. Free, but an account may ask only 600 times a minute.",
      parameters: [idParameter],
      responses: {
        200: { description: "The job.", headers: queryHeaders, content: jobContent },
        ...queryErrors,
        ...notFound,
      },
    },
    delete: {
      tags: ["jobs"],
      operationId: "cancelJob",
      summary: "Cancel a job",
      description:
        "Stops a job that has not ended and returns its credits. A job that has ended stays as it is, with its result.",
      parameters: [idParameter],
      responses: {
        200: { description: "The job after that.", headers: queryHeaders, content: jobContent },
        ...queryErrors,
        ...notFound,
      },
    },
  },
  "/jobs/{id}/result": {
    delete: {
      tags: ["jobs"],
      operationId: "removeResult",
      summary: "Remove the result of a job",
      description: "Removes the result before it expires. Its credits are not returned.",
      parameters: [idParameter],
      responses: {
        200: { description: "The job without it.", headers: queryHeaders, content: jobContent },
        ...queryErrors,
        ...notFound,
      },
    },
  },
  "/jobs/{id}/callback": {
    post: {
      tags: ["jobs"],
      operationId: "sendCallback",
      summary: "Send the callback of a job again",
      description:
        "Sends the callback now, with the same id, even if it was delivered, has failed or is `gone`. If the receiver does not accept it, further attempts follow as at first.",
      parameters: [idParameter],
      responses: {
        202: { description: "The job, whose callback is sent.", headers: queryHeaders, content: jobContent },
        ...queryErrors,
        ...notFound,
      },
    },
  },
};
