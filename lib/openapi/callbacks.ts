import { DELIVERY_STATES } from "../jobs/delivery.ts";
import { CALLBACK_URL_LIMIT_CHARACTERS } from "../jobs/job.ts";
import { type JsonSchema, momentSchema } from "./json-schema.ts";

/** The callback in the representation of a job or a batch. */
export const callbackSchema: JsonSchema = {
  type: "object",
  description: "The callback that reports the end, if `X-Callback-Url` has asked for one.",
  required: ["url", "state", "attempts"],
  properties: {
    url: { type: "string", format: "uri", description: "The address to which it is sent." },
    state: {
      type: "string",
      enum: DELIVERY_STATES,
      description:
        "`waiting` for the end or the next attempt, `delivered`, `failed` after ten attempts, or `gone` after a status of 410.",
    },
    attempts: {
      type: "array",
      description: "The last 20 attempts, the oldest first.",
      items: {
        type: "object",
        required: ["at"],
        properties: {
          at: momentSchema("When it was sent."),
          status: { type: "integer", description: "The status of the answer." },
          error: { type: "string", description: "Why there was no answer." },
        },
      },
    },
    nextAttemptAt: momentSchema("When it is sent next."),
  },
};

/** The body of the callback of a job. */
export const jobEventSchema: JsonSchema = {
  type: "object",
  description: "The body of the callback of a job.",
  required: ["type", "timestamp", "data"],
  properties: {
    type: { type: "string", enum: ["job.succeeded", "job.failed", "job.cancelled"] },
    timestamp: momentSchema("When the job ended."),
    data: {
      description:
        "The job without its callback. If its warnings do not fit in 20 KB, `warningsLeftOut` is the number of those left out.",
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
    timestamp: momentSchema("When the last of its jobs ended."),
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
  "With `Prefer: respond-async`: a public address that gets a callback when the job has ended, signed as Standard Webhooks specifies.",
);

/** The header that asks for the callback of a batch. */
export const batchCallbackParameter = callbackHeader(
  "A public address that gets a callback when the last job has ended, signed as Standard Webhooks specifies.",
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
      "It is sent to the address in `X-Callback-Url`, up to ten times in 75 hours, until the answer has a status of 200 to 299.",
    security: [],
    parameters: [
      header("webhook-id", "The id of the callback. It is the same in each attempt."),
      header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
      header("webhook-signature", "Signatures, separated by spaces: one for each valid secret of the account."),
    ],
    requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
    responses: {
      200: { description: "The callback is delivered. Any status from 200 to 299 says so." },
      410: { description: "The receiver wants no more attempts." },
    },
  },
});

/** The webhook of jobs. */
export const jobWebhooks = { jobEnded: webhook("job", "jobs", "JobEvent") };

/** The webhook of batches. */
export const batchWebhooks = { batchEnded: webhook("batch", "batches", "BatchEvent") };
