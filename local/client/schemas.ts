import { compile } from "json-schema-to-typescript";
import { FORM_TYPE, type Operation, operationsOf } from "./document.ts";
import { entriesOf, type Json } from "./json.ts";
import { partKind, partsOf } from "./parts.ts";

const titleOf = (id: string): string => id[0]!.toUpperCase() + id.slice(1);

/** The part as a caller of the client passes it: a file as a source, JSON as its value. */
const partType = (schema: Json): Json => {
  const { description } = schema;
  const kind = partKind(schema);
  if (kind === "file") return { description, tsType: "Source" };
  if (kind === "files") return { description, tsType: "readonly Source[]" };
  return kind === "json" ? { ...(schema["contentSchema"] as Json) } : schema;
};

const formType = (schema: Json): Json => ({
  ...schema,
  properties: Object.fromEntries(partsOf(schema).map(([name, part]) => [name, partType(part)])),
});

/** The schema of what a caller passes to an operation. */
const inputOf = ({ id, bodies }: Operation): Json => {
  const json = bodies.get("application/json");
  const form = bodies.get(FORM_TYPE);
  const title = titleOf(id);
  const shapes = [...(json ? [json] : []), ...(form ? [formType(form)] : [])];
  if (shapes.length === 1) return { ...shapes[0], title: `${title}Input` };
  return { title: `${title}Input`, anyOf: shapes };
};

/** What an operation answers in JSON, unless this is only the metadata of a file. */
const answerOf = ({ id, answers, givesFile }: Operation): [string, Json][] =>
  givesFile ? [] : [[`${titleOf(id)}Answer`, answers.get("application/json")!]];

const objectOf = (description: string, properties: readonly (readonly [string, string])[]): Json => ({
  type: "object",
  description,
  additionalProperties: false,
  required: properties.map(([name]) => name),
  properties: Object.fromEntries(properties.map(([name, schema]) => [name, { $ref: `#/definitions/${schema}` }])),
});

/** Lists of JSON Schema with bounds on their length become tuples, which callers cannot build. */
const withoutLengths = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutLengths);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !["minItems", "maxItems", "examples"].includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutLengths(inner)]));
};

/** All schemas of the client in one JSON Schema, whose root names the input and the answer of each operation. */
const schemaOf = (document: Json): Json => {
  const operations = operationsOf(document);
  const withBody = operations.filter(({ bodies }) => bodies.size > 0);
  const answers = operations.flatMap(answerOf);
  const shared = (document["components"] as Json)["schemas"];
  const definitions = Object.fromEntries([
    // Error is the name of a class of ECMAScript.
    ...entriesOf(shared).map(([name, schema]) => [name === "Error" ? "ErrorBody" : name, schema] as const),
    ...withBody.map((operation) => [`${titleOf(operation.id)}Input`, inputOf(operation)]),
    ...answers,
    [
      "Inputs",
      objectOf(
        "What each operation takes, by its id.",
        withBody.map(({ id }) => [id, `${titleOf(id)}Input`]),
      ),
    ],
    [
      "Answers",
      objectOf(
        "The answer of each operation that returns no file, by its id.",
        operations.filter(({ givesFile }) => !givesFile).map(({ id }) => [id, `${titleOf(id)}Answer`]),
      ),
    ],
  ]);
  const all = JSON.stringify(withoutLengths(definitions)).replaceAll("#/components/schemas/", "#/definitions/");
  const root = objectOf("Every input and every answer.", [
    ["inputs", "Inputs"],
    ["answers", "Answers"],
  ]);
  return { ...root, title: "Interface", definitions: JSON.parse(all) };
};

/** What the library adds to each description. */
const REFERENCE_NOTE =
  /^ \* ?\n? \* This interface was referenced by `Interface`'s JSON-Schema\n \* via the `definition` "\w+".\n/gm;
/** A comment that held only that note. */
const EMPTY_COMMENT = /^\/\*\*\n \*\/\n/gm;

/** The TypeScript of the types of a document. */
export const schemaTypes = async (document: Json): Promise<string> => {
  const found = await compile(schemaOf(document) as never, "Interface", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    unreachableDefinitions: true,
  });
  return `import type { Source } from "../source.ts";\n\n${found.replaceAll(REFERENCE_NOTE, "").replaceAll(EMPTY_COMMENT, "")}`;
};
