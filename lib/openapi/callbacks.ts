import { DELIVERY_STATES } from "../jobs/delivery.ts";
import { CALLBACK_URL_LIMIT_CHARACTERS } from "../jobs/job.ts";
import { type JsonSchema, moment } from "./json-schema.ts";

/** The callback of a job or a batch, as it tells it. */
export const callbackSchema: JsonSchema = {
  type: "object",
  description: "How the end is told, if `X-Callback-Url` has asked for that.",
  required: ["url", "state", "attempts"],
  properties: {
    url: { type: "string", format: "uri", description: "Where it is told." },
    state: {
      type: "string",
      enum: DELIVERY_STATES,
      description:
        "`waiting` for the end or the next attempt; `delivered`; `failed` after ten attempts; `gone` after an answer of 410.",
    },
    attempts: {
      type: "array",
      description: "The last 20 attempts, the oldest first.",
      items: {
        type: "object",
        required: ["at"],
        properties: {
          at: moment("When it was sent."),
          status: { type: "integer", description: "The status of the answer." },
          error: { type: "string", description: "Why there was no answer." },
        },
      },
    },
    nextAttemptAt: moment("When it is sent next."),
  },
};

/** The body of the callback of a job. */
export const jobEventSchema: JsonSchema = {
  type: "object",
  description: "The body of the callback of a job.",
  required: ["type", "timestamp", "data"],
  properties: {
    type: { type: "string", enum: ["job.succeeded", "job.failed", "job.cancelled"] },
    timestamp: moment("When the job ended."),
    data: {
      description:
        "The job without its callback. If its warnings have no room in 20 KB, `warningsLeftOut` counts those that are not here.",
      allOf: [
        { $ref: "#/components/schemas/Job" },
        { type: "object", properties: { warningsLeftOut: { type: "integer", minimum: 1 } } },
      ],
    },
  },
};

/** The body of the callback of a batch. */
export const batchEventSchema: JsonSchema = {
  type: "object",
  description: "The body of the callback of a batch.",
  required: ["type", "timestamp", "data"],
  properties: {
    type: { type: "string", enum: ["batch.ended"] },
    timestamp: moment("When the last of its jobs ended."),
    data: { description: "The batch without its callback.", allOf: [{ $ref: "#/components/schemas/Batch" }] },
  },
};

const callbackHeader = (description: string) => ({
  name: "X-Callback-Url",
  in: "header",
  description,
  schema: { type: "string", format: "uri", maxLength: CALLBACK_URL_LIMIT_CHARACTERS },
});

/** The header that asks for the callback of a job. */
export const callbackParameter = callbackHeader(
  "With `Prefer: respond-async`: a public address that is told when the job has ended, signed by the Standard Webhooks specification.",
);

/** The header that asks for the callback of a batch. */
export const batchCallbackParameter = callbackHeader(
  "A public address that is told when the last job has ended, signed by the Standard Webhooks specification.",
);

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const webhook = (what: "job" | "batch", tag: string, schema: string) => ({
  post: {
    tags: [tag],
    operationId: `${what}Ended`,
    summary: `Learn that a ${what} has ended`,
    description:
      "Sent to the address in `X-Callback-Url`, up to ten times in 75 hours, until the answer has a status of 200 to 299.",
    security: [],
    parameters: [
      header("webhook-id", `Names the end of the ${what}. It is the same however often it is sent.`),
      header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
      header(
        "webhook-signature",
        "A signature for each secret of the account that is valid, with spaces between them.",
      ),
    ],
    requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
    responses: {
      200: { description: "It is taken. So it is with any status from 200 to 299." },
      410: { description: "No more attempts are wanted." },
    },
  },
});

/** What the service sends by itself. */
export const jobWebhooks = { jobEnded: webhook("job", "jobs", "JobEvent") };

/** What servers send in addition. */
export const batchWebhooks = { batchEnded: webhook("batch", "batches", "BatchEvent") };
