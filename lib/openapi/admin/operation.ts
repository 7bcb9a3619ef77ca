import type { AnyAdminOperation } from "../../admin/operation.ts";
import { headerObjects } from "../headers.ts";
import type { JsonSchema, JsonSchemaWriter } from "../json-schema.ts";
import { tagOf } from "../operation.ts";
import { ADMIN_HEADERS, adminErrorResponses } from "./errors.ts";

const PARAMETER_ABOUTS: Readonly<Record<string, string>> = {
  account: "The id of an account.",
  keyId: "The id of a key.",
};

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: PARAMETER_ABOUTS[name],
    schema: { type: "string" },
  }));

const queryParameters = ({ input }: AnyAdminOperation, schemas: JsonSchemaWriter) => {
  if (input.query === undefined) return [];
  const { properties = {} } = schemas.write(input.query) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    schema,
  }));
};

const requestBody = ({ input }: AnyAdminOperation, schemas: JsonSchemaWriter) =>
  input.body && { content: { "application/json": { schema: schemas.write(input.body), example: input.example } } };

const LINES = {
  "application/jsonl": { schema: { type: "string", description: "A JSON object a line." } },
};

const success = ({ answer, status }: AnyAdminOperation) => ({
  description: status === 201 ? "It is made." : "The answer.",
  headers: headerObjects(ADMIN_HEADERS),
  content: answer === "lines" ? LINES : { "application/json": { schema: { $ref: `#/components/schemas/${answer}` } } },
});

/** An operation of the admin API, as OpenAPI 3.1 describes it. */
export const adminOperationObject = (operation: AnyAdminOperation, schemas: JsonSchemaWriter) => {
  const { operationId, path, summary, description, status, input } = operation;
  const ids = pathParameters(path);
  const parameters = [...ids, ...queryParameters(operation, schemas)];
  const body = requestBody(operation, schemas);
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { [status]: success(operation), ...adminErrorResponses(ids.length > 0, input.body !== undefined) },
  };
};
