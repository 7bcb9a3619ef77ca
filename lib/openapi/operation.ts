import { type Contract, MB } from "../contract/contract.ts";
import type { NamedType } from "../contract/output.ts";
import type { Code } from "../errors/service-error.ts";
import { curlSample, pythonSample, type SampleTarget, typeScriptSample } from "./code-samples.ts";
import { errorResponses } from "./errors.ts";
import { answerHeaders, BALANCE_HEADER, WINDOW_HEADERS } from "./headers.ts";
import { acceptedAnswer } from "./jobs.ts";
import type { JsonSchema, JsonSchemaWriter } from "./json-schema.ts";

/** A contract, whatever it accepts. */
export type AnyContract = Contract<never>;

/** Errors that every endpoint has. */
const COMMON_ERRORS: readonly Code[] = [
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "RATE_LIMIT_EXCEEDED",
  "PROCESSING_FAILED",
  "SERVICE_UNAVAILABLE",
];

/** Errors of endpoints that cost credits. */
const CHARGED_ERRORS: readonly Code[] = ["INSUFFICIENT_CREDITS", "IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_MISMATCH"];

/** The identifier of an operation: its path in camel case. */
const operationId = (path: string): string =>
  path.slice(1).replaceAll(/[/-](\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The group of an operation: the first step of its path. */
export const tagOf = (path: string): string => path.slice(1).replace(/\/.*/, "");

const plural = (credits: number): string => `${credits} credit${credits === 1 ? "" : "s"}`;

const costs = ({ credits }: AnyContract): string => {
  if (typeof credits !== "number") {
    return `Costs ${Object.entries(credits.of)
      .map(([name, cost]) => `${plural(cost)} (${name})`)
      .join(", ")}.`;
  }
  return credits === 0 ? "Free." : `Costs ${plural(credits)}.`;
};

const limits = ({ limitBytes, output }: AnyContract): string[] =>
  output.name === undefined ? [] : [`The documents of a request may have ${limitBytes / MB} MB.`];

const jsonExample = ({ example }: AnyContract) => ("json" in example ? { example: example.json } : {});

const requestBody = (contract: AnyContract, schemas: JsonSchemaWriter) => {
  const { json, form } = contract.accepts;
  return {
    description: "Not needed if `X-Body-Ref` names an upload.",
    content: {
      ...(json && { "application/json": { schema: schemas.write(json as never), ...jsonExample(contract) } }),
      ...(form && { "multipart/form-data": { schema: schemas.write(form as never) } }),
    },
  };
};

const fileSchema = (type: string): JsonSchema =>
  type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };

/** The schema of a result. */
const contentOf = ({ type, schema }: Omit<NamedType, "name">, schemas: JsonSchemaWriter): JsonSchema =>
  schema === undefined ? fileSchema(type) : schemas.write(schema);

const success = ({ output }: AnyContract, schemas: JsonSchemaWriter) => {
  const { name, type, others = [], headers = [], schema } = output;
  if (name === undefined) {
    return {
      description: "The answer.",
      headers: answerHeaders([BALANCE_HEADER], WINDOW_HEADERS),
      content: { [type]: { schema: schema ? schemas.write(schema) : {} } },
    };
  }
  if (type === "application/json") {
    return {
      description: `The answer (\`${name}\`), or the cost if \`Prefer\` asks for a dry run.`,
      headers: answerHeaders([BALANCE_HEADER], [...WINDOW_HEADERS, "X-Warnings", ...headers, ...OCCASIONAL_HEADERS]),
      content: { [type]: { schema: { anyOf: [contentOf(output, schemas), { $ref: "#/components/schemas/DryRun" }] } } },
      "x-file-name": name,
    };
  }
  const files = [{ ...output, name }, ...others];
  const names = files.map((file) => `\`${file.name}\``).join(", ");
  const values = files.filter((file) => file.type === "application/json");
  const documents = files.filter((file) => file.type !== "application/json");
  const metadata = ["Metadata", "DryRun"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    description: `The file (${names}); its metadata if \`Accept\` prefers \`application/json\`; or the cost if \`Prefer\` asks for a dry run.`,
    headers: answerHeaders([BALANCE_HEADER], [...WINDOW_HEADERS, "X-Warnings", ...headers, ...OCCASIONAL_HEADERS]),
    content: {
      ...Object.fromEntries(documents.map((file) => [file.type, { schema: contentOf(file, schemas) }])),
      "application/json": { schema: { anyOf: [...metadata, ...values.map((file) => contentOf(file, schemas))] } },
    },
    "x-file-name": name,
  };
};

const codeSamples = (contract: AnyContract, caller: SampleTarget) => [
  { lang: "Shell", label: "curl", source: curlSample(contract, { ...caller }) },
  { lang: "TypeScript", label: "TypeScript", source: typeScriptSample(contract, caller) },
  { lang: "Python", label: "Python", source: pythonSample(contract, caller) },
];

const OCCASIONAL_HEADERS = ["Content-Disposition", "ETag", "Idempotency-Replayed", "Preference-Applied"];
const parameters = (...names: string[]) => names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** The operation of an endpoint, as OpenAPI 3.1 describes it. */
export const operation = (contract: AnyContract, schemas: JsonSchemaWriter, caller: SampleTarget) => {
  const { path, summary, description, credits, ownErrors = [], output } = contract;
  const errors = [...COMMON_ERRORS, ...(credits === 0 ? [] : CHARGED_ERRORS), ...ownErrors];
  return {
    operationId: operationId(path),
    tags: [tagOf(path)],
    summary,
    description: [description, costs(contract), ...limits(contract)].filter(Boolean).join(" "),
    ...(output.name !== undefined && {
      parameters: parameters("BodyRef", "IdempotencyKey", "Prefer", "CallbackUrl"),
    }),
    requestBody: requestBody(contract, schemas),
    responses: {
      200: success(contract, schemas),
      ...(output.name !== undefined && { 202: acceptedAnswer }),
      ...errorResponses(errors),
    },
    "x-credits": typeof credits === "number" ? credits : credits.of,
    "x-codeSamples": codeSamples(contract, caller),
  };
};
