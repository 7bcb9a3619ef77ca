import { UNKNOWN_ORIGIN } from "./base-url.ts";
import { errorResponses } from "./errors.ts";
import { headerObjects } from "./headers.ts";
import type { JsonSchema } from "./json-schema.ts";

const NO_KEY = { security: [], tags: ["service"] };

const healthSchema: JsonSchema = {
  type: "object",
  required: ["status"],
  properties: {
    status: { type: "string", enum: ["ok", "unhealthy", "stopping"] },
    engines: {
      type: "object",
      description: "The state of each engine; absent while the server stops.",
      additionalProperties: { type: "string", enum: ["ok", "fails", "does not answer"] },
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
      description: "Asks each engine whether it would serve a job now. It is made for load balancers.",
      responses: {
        200: healthAnswer("Every engine would serve a job."),
        ...errorResponses(["INVALID_REQUEST"]),
        503: healthAnswer("An engine would not, or the server is stopping."),
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
          headers: headerObjects(["X-Request-Id", "X-Processing-Time-Ms"]),
          content: { "application/json": { schema: { type: "object" } } },
        },
        ...errorResponses(["INVALID_REQUEST"]),
      },
    },
  },
};
