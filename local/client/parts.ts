import { entriesOf, type Json } from "./json.ts";

/** How a part of a form is sent: one file, several files, JSON, or plain text. */
type PartKind = "file" | "files" | "json" | "text";

const isFile = (schema: Json): boolean => schema["format"] === "binary";

/** How a part with this schema is sent. */
export const partKind = (schema: Json): PartKind => {
  if (isFile(schema)) return "file";
  if (schema["type"] === "array" && isFile(schema["items"] as Json)) return "files";
  return "contentSchema" in schema ? "json" : "text";
};

/** The fields or parts of the schema of a body. */
export const partsOf = (schema: Json | undefined): [string, Json][] => entriesOf(schema?.["properties"]);
