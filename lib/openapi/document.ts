import { UNKNOWN_BASE_URL } from "./base-url.ts";
import { batchPaths, batchSchemas } from "./batches.ts";
import { batchWebhooks, callbackParameter, jobWebhooks } from "./callbacks.ts";
import { errorComponents, errorSchema, errorsOutsidePaths } from "./errors.ts";
import { accountPath, healthPath, openApiPath } from "./free-paths.ts";
import { jobPaths, jobSchemas } from "./jobs.ts";
import { JsonSchemaWriter } from "./json-schema.ts";
import { dryRunSchema, metadataSchema, warningSchema } from "./metadata.ts";
import { type AnyContract, operation, tagOf } from "./operation.ts";

const INTERFACE_VERSION = "1.0.0";

const OVERVIEW = `Converts HTML, Markdown, Office files, CSV, e-mail and pictures to PDF. Merges, splits, stamps, compresses and protects PDF files, extracts and rotates their pages, and reads their text. Transforms XML into HTML.

A call carries an API key in \`X-API-Key\` and gets its result in the same answer. It costs credits only when it succeeds: an error costs nothing. With \`Accept: application/json\` an endpoint answers with metadata instead of the file.

Errors have a code, a reason, whether a repetition may help (\`retryable\`), and a message, which names the field that is wrong. Unknown fields and parts are errors too. The answer to an unknown path is 404 \`NOT_FOUND\`. The answer to a method that a path does not have is 405 \`METHOD_NOT_ALLOWED\`, with the header \`Allow\`.`;

const TAGS: Readonly<Record<string, string>> = {
  convert: "Conversions of documents.",
  pdf: "Editing of PDF files.",
  uploads: "Bodies that are sent ahead of their requests.",
  jobs: "Requests that are answered later.",
  batches: "Many requests at once.",
  service: "The service itself. These requests cost no credits and do not count in the rate windows.",
};

/** What a renderer shows instead of the name of a tag. */
const displayName = (tag: string): string => (tag === "pdf" ? "PDF" : tag.charAt(0).toUpperCase() + tag.slice(1));

const PARAMETERS = {
  BodyRef: {
    name: "X-Body-Ref",
    in: "header",
    description: "The `uploadId` of a body that was sent ahead (see `/uploads`); the request then has no body.",
    schema: { type: "string" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A text of your own for this request. A repetition with the same key and the same content within 24 hours is sent the same answer and costs nothing.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`dry-run` checks the request and returns what it would cost; nothing is made or charged. `respond-async` makes the request a job, which is answered later.",
    schema: { type: "string" },
  },
  CallbackUrl: callbackParameter,
};

/** What a document describes: the endpoints, and the health check if a server has one. */
interface Described {
  readonly contracts: readonly AnyContract[];
  readonly hasHealth: boolean;
}

const paths = ({ contracts, hasHealth }: Described, schemas: JsonSchemaWriter) => {
  const caller = { url: UNKNOWN_BASE_URL, key: "YOUR_API_KEY" };
  return {
    ...Object.fromEntries(contracts.map((contract) => [contract.path, { post: operation(contract, schemas, caller) }])),
    ...accountPath,
    ...openApiPath,
    ...jobPaths,
    ...batchPaths,
    ...(hasHealth && healthPath),
  };
};

/** The OpenAPI 3.1 document of the service. `UNKNOWN_BASE_URL` stands in it for the address of the service. */
export const openApiDocument = (described: Described) => {
  const schemas = new JsonSchemaWriter();
  const found = paths(described, schemas);
  const tags = new Set([...described.contracts.map(({ path }) => tagOf(path)), "jobs", "batches", "service"]);
  return {
    openapi: "3.1.1",
    info: {
      title: "Platen",
      version: INTERFACE_VERSION,
      summary: "Documents in, PDF files out.",
      description: OVERVIEW,
    },
    servers: [{ url: UNKNOWN_BASE_URL }],
    security: [{ ApiKey: [] }],
    tags: [...tags].map((name) => ({ name, "x-displayName": displayName(name), description: TAGS[name] ?? name })),
    paths: found,
    webhooks: { ...jobWebhooks, ...batchWebhooks },
    components: {
      securitySchemes: {
        ApiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "The key of an account. Keep it on a server.",
        },
      },
      schemas: {
        ...schemas.shared,
        Metadata: metadataSchema,
        DryRun: dryRunSchema,
        Warning: warningSchema,
        ...jobSchemas,
        ...batchSchemas,
        Error: errorSchema,
      },
      parameters: PARAMETERS,
      responses: errorComponents(),
    },
    "x-errors-outside-paths": errorsOutsidePaths(),
  };
};
