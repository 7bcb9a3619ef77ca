import { ADMIN_BASE_PATH, ADMIN_OPERATIONS } from "../../admin/operations.ts";
import { errorSchema } from "../errors.ts";
import { headerObjects } from "../headers.ts";
import { JsonSchemaWriter } from "../json-schema.ts";
import { ADMIN_ANSWERS } from "./answers.ts";
import { ADMIN_HEADERS, adminErrorComponents, adminErrorResponses, adminErrorsOutsidePaths } from "./errors.ts";
import { adminOperationObject } from "./operation.ts";

const ADMIN_VERSION = "1.0.0";

const TAGS = [
  { name: "accounts", description: "Accounts, their credits and keys." },
  { name: "backup", description: "The whole table." },
  { name: "openapi.json", description: "This description." },
];

const documentOperation = {
  operationId: "openapi",
  tags: ["openapi.json"],
  summary: "Get this description",
  responses: {
    200: {
      description: "The document.",
      headers: headerObjects(ADMIN_HEADERS),
      content: { "application/json": { schema: { type: "object" } } },
    },
    ...adminErrorResponses(false, false),
  },
};

const paths = (schemas: JsonSchemaWriter) => {
  const found: Record<string, Record<string, object>> = {};
  for (const operation of ADMIN_OPERATIONS) {
    const method = operation.method.toLowerCase();
    found[operation.path] = { ...found[operation.path], [method]: adminOperationObject(operation, schemas) };
  }
  return { ...found, "/openapi.json": { get: documentOperation } };
};

/** The OpenAPI 3.1 document of the admin API. */
export const adminDocument = () => {
  const schemas = new JsonSchemaWriter();
  return {
    openapi: "3.1.1",
    info: {
      title: "Platen, admin API",
      version: ADMIN_VERSION,
      description: "What `npm run account` does, for the operator's own programs. A restore is left to that tool.",
    },
    servers: [{ url: ADMIN_BASE_PATH }],
    security: [{ AdminKey: [] }],
    tags: TAGS,
    paths: paths(schemas),
    components: {
      securitySchemes: { AdminKey: { type: "http", scheme: "bearer", description: "PLATEN_ADMIN_KEY." } },
      schemas: { ...schemas.shared, ...ADMIN_ANSWERS, Error: errorSchema },
      responses: adminErrorComponents(),
    },
    "x-errors-outside-paths": adminErrorsOutsidePaths(),
  };
};
