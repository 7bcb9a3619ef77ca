import { endpoints } from "../../functions/index.ts";
import { batchPaths } from "../../lib/openapi/batches.ts";
import { openApiDocument } from "../../lib/openapi/document.ts";
import { jobPaths } from "../../lib/openapi/jobs.ts";
import { entriesOf, type Json } from "./json.ts";

/** The media type of forms. */
export const FORM_TYPE = "multipart/form-data";

/** The OpenAPI document of today's contracts, as JSON. What the client does with jobs and batches is not made of it. */
export const currentDocument = (): Json => {
  const document = openApiDocument({
    contracts: endpoints.map(({ contract }) => contract),
    hasHealth: false,
  });
  const ownPaths = { ...jobPaths, ...batchPaths };
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => !(path in ownPaths)));
  return JSON.parse(JSON.stringify({ ...document, paths }));
};

/** An operation of an OpenAPI document, with its path and method. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly summary: string;
  readonly description: string;
  /** The schemas of its bodies, by media type. */
  readonly bodies: ReadonlyMap<string, Json>;
  /** The schemas of its answers with status 200, by media type. */
  readonly answers: ReadonlyMap<string, Json>;
  /** Whether it returns a file, so that JSON is only its metadata. */
  readonly givesFile: boolean;
  /** The name of that file. */
  readonly fileName: string | undefined;
}

const schemasOf = (content: unknown): ReadonlyMap<string, Json> =>
  new Map(entriesOf(content).map(([type, media]) => [type, media["schema"] as Json]));

const operationOf = (path: string, method: string, operation: Json): Operation => {
  const success = (operation["responses"] as Json)["200"] as Json;
  const answers = schemasOf(success["content"]);
  const fileName = success["x-file-name"];
  const givesFile = typeof fileName === "string";
  return {
    id: String(operation["operationId"]),
    path,
    method: method === "get" ? "GET" : "POST",
    summary: String(operation["summary"]),
    description: String(operation["description"]),
    bodies: schemasOf((operation["requestBody"] as Json | undefined)?.["content"]),
    answers,
    givesFile,
    fileName: givesFile ? fileName : undefined,
  };
};

const needsKey = ({ security }: Json): boolean => !Array.isArray(security) || security.length > 0;

/** The operations of a document that need a key. */
export const operationsOf = (document: Json): Operation[] =>
  entriesOf(document["paths"]).flatMap(([path, methods]) =>
    entriesOf(methods)
      .filter(([, operation]) => needsKey(operation))
      .map(([method, operation]) => operationOf(path, method, operation)),
  );

/** The schema that a reference leads to, or the schema itself. */
export const resolved = (document: Json, schema: Json): Json => {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return $ref
    .slice(2)
    .split("/")
    .reduce((value, step) => value[step] as Json, document);
};
