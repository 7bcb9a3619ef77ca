import type { Flag, ValueKind } from "../../client/cli/command.ts";
import { resolved } from "./document.ts";
import { entriesOf, type Json } from "./json.ts";
import { partKind } from "./parts.ts";

/** A flag of a command, as it is read off the document. */
export type FlagData = Omit<Flag, "replacesFile">;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The types of a value that are not null, also if it is one of several alternatives. */
const typesOf = (schema: Json): unknown[] =>
  [schema["type"], ...((schema["anyOf"] ?? []) as Json[]).map(({ type }) => type)]
    .flat()
    .filter((type) => type !== undefined && type !== "null");

const SIMPLE_KINDS: Readonly<Record<string, ValueKind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

const kindOf = (document: Json, schema: Json): ValueKind => {
  const [type = "string", ...others] = typesOf(schema);
  if (type === "array") {
    const itemTypes = typesOf(resolved(document, schema["items"] as Json));
    if (itemTypes.length !== 1) return "json";
    return itemTypes[0] === "string" ? "texts" : SIMPLE_KINDS[String(itemTypes[0])] === "number" ? "numbers" : "json";
  }
  if (type === "object") {
    const values = schema["additionalProperties"] as Json | undefined;
    return values?.["type"] === "string" ? "record" : "json";
  }
  return others.length > 0 ? "json" : (SIMPLE_KINDS[String(type)] ?? "json");
};

const flagOf = (document: Json, path: readonly string[], schema: Json): FlagData => {
  const { enum: values, default: fallback, description } = schema;
  const part = partKind(schema);
  return {
    flag: kebab(path.at(-1)!),
    path,
    kind: part === "file" || part === "files" ? part : kindOf(document, schema),
    about: String(description ?? ""),
    ...(values !== undefined && { values: values as string[] }),
    ...(fallback !== undefined && { default: fallback }),
  };
};

/** The flags for a field or part: one for itself, or one for each field of the object that it holds. */
export const flagsOf = (document: Json, name: string, schema: Json): FlagData[] => {
  const inner = resolved(document, (schema["contentSchema"] as Json | undefined) ?? schema);
  const fields = entriesOf(inner["properties"]);
  if (fields.length > 0) return fields.map(([field, value]) => flagOf(document, [name, field], value));
  // What the part says of itself is about its JSON, which nobody writes on a command line.
  return [flagOf(document, [name], inner)];
};
