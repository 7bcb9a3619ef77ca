import { TIERS } from "../accounts/rate-window.ts";
import { UNKNOWN_ORIGIN } from "./base-url.ts";
import { errorResponses } from "./errors.ts";
import { headerObjects } from "./headers.ts";
import type { JsonSchema } from "./json-schema.ts";

const NO_KEY = { security: [], tags: ["service"] };

const healthSchema: JsonSchema = {
  type: "object",
  required: ["status"],
  properties: {
    status: { type: "string", enum: ["ok", "starting", "unhealthy", "stopping"] },
    engines: {
      type: "object",
      description:
        "The state of each engine; absent while the server stops. `waiting`: it is started with its first document.",
      additionalProperties: { type: "string", enum: ["ok", "waiting", "starting", "fails", "does not answer"] },
    },
    store: {
      type: "string",
      enum: ["ok", "unreachable"],
      description: "Whether the store of the accounts answers.",
    },
    releases: {
      type: "object",
      description: "The version of each engine that is a program of others, and the day on which it was published.",
      additionalProperties: {
        type: "object",
        required: ["version"],
        properties: {
          version: { type: "string", description: "The version, such as `25.2.3`." },
          released: {
            type: "string",
            format: "date",
            description: "The day on which it was published, if that is known.",
          },
        },
      },
    },
    starts: {
      type: "object",
      description: "How the processes of an engine are started, if it has two ways.",
      additionalProperties: {
        type: "object",
        required: ["way"],
        properties: {
          way: {
            type: "string",
            enum: ["fork", "new"],
            description: "`fork`: forked from a warm one. `new`: started anew.",
          },
          because: { type: "string", description: "Why they are not forked, in kebab case." },
          detail: { type: "string", description: "What the test found that a warm one did not pass." },
        },
      },
    },
    walls: {
      type: "object",
      description: "What confines the engines: the version of Landlock (0 without it), and the filter of system calls.",
      required: ["landlock", "seccomp"],
      properties: { landlock: { type: "integer", minimum: 0 }, seccomp: { type: "boolean" } },
    },
  },
};

const healthAnswer = (description: string) => ({
  description,
  headers: headerObjects(["Cache-Control"]),
  content: { "application/json": { schema: healthSchema } },
});

/** The path of the health check. It is beside the version's paths, on servers only. */
export const healthPath = {
  "/health": {
    servers: [{ url: UNKNOWN_ORIGIN }],
    get: {
      ...NO_KEY,
      operationId: "health",
      summary: "Ask whether the service works",
      description:
        "Asks each engine whether it would serve a job now, and says whether the store of the accounts answers. It is made for load balancers.",
      responses: {
        200: healthAnswer("Every engine would serve a job, and the store answers."),
        ...errorResponses(["INVALID_REQUEST"]),
        503: healthAnswer("An engine would not or is starting, the store does not answer, or the server is stopping."),
      },
    },
  },
};

const usageProperties = {
  calls: { type: "integer", minimum: 0, description: "Requests that were charged." },
  credits: { type: "integer", minimum: 0, description: "Their credits." },
} as const;

const usageSchema = (description: string): JsonSchema => ({
  type: "object",
  description,
  required: ["calls", "credits", "operations"],
  properties: {
    ...usageProperties,
    operations: {
      type: "object",
      description: "The same for each operation, by its path.",
      additionalProperties: { type: "object", required: ["calls", "credits"], properties: usageProperties },
    },
  },
});

const standingSchema: JsonSchema = {
  type: "object",
  required: ["creditsRemaining", "creditsReserved", "creditsUsed", "plan", "tier", "windows", "usage"],
  properties: {
    creditsRemaining: { type: "integer", minimum: 0, description: "Credits that requests may spend." },
    creditsReserved: {
      type: "integer",
      minimum: 0,
      description: "Credits that running requests and jobs have reserved.",
    },
    creditsUsed: { type: "integer", minimum: 0, description: "Credits that requests have spent, in all." },
    plan: { type: "string", description: "The name of the plan: rate windows, prices and limits." },
    tier: { type: "string", enum: TIERS, description: "`full` with credits, `unfunded` without." },
    windows: {
      type: "array",
      description: "The rate windows of plan and tier; none if the plan has no limit.",
      items: {
        type: "object",
        required: ["seconds", "limit", "remaining"],
        properties: {
          seconds: { type: "integer", description: "The length of the window." },
          limit: { type: "integer", description: "Requests in any window of this length." },
          remaining: { type: "integer", minimum: 0, description: "Requests that are left now." },
        },
      },
    },
    usage: {
      type: "object",
      description: "What requests were charged. Repetitions that cost nothing, dry runs and failures do not count.",
      required: ["today", "month", "total"],
      properties: {
        today: usageSchema("On this day, in UTC."),
        month: usageSchema("In this month, in UTC."),
        total: usageSchema("In all, since the service has counted usage."),
      },
    },
  },
};

/** The path at which callers see how their accounts stand. */
export const accountPath = {
  "/account": {
    get: {
      tags: ["service"],
      operationId: "account",
      summary: "See how the account stands",
      description:
        "Credits, usage, tier and rate windows of the caller's account. Free, and no request in the sense of the windows, but an account may ask only 60 times a minute.",
      responses: {
        200: {
          description: "How the account stands.",
          headers: headerObjects(["X-Request-Id", "X-Processing-Time-Ms", "Cache-Control"], ["Traceparent"]),
          content: { "application/json": { schema: standingSchema } },
        },
        ...errorResponses([
          "INVALID_REQUEST",
          "UNAUTHORIZED",
          "RATE_LIMIT_EXCEEDED",
          "PROCESSING_FAILED",
          "SERVICE_UNAVAILABLE",
        ]),
      },
    },
  },
};

/** The path of the document itself. */
export const openApiPath = {
  "/openapi.json": {
    get: {
      ...NO_KEY,
      operationId: "openapi",
      summary: "Get this description",
      description: "This description of the interface, in OpenAPI 3.1.",
      responses: {
        200: {
          description: "The document.",
          headers: headerObjects(["X-Request-Id", "X-Processing-Time-Ms"], ["Traceparent"]),
          content: { "application/json": { schema: { type: "object" } } },
        },
        ...errorResponses(["INVALID_REQUEST"]),
      },
    },
  },
};
