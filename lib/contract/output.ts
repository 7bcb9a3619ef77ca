import type { AnySchema } from "./described.ts";

/** The file name and the media type of a success. */
export interface NamedType {
  readonly name: string;
  readonly type:
    | "application/pdf"
    | "application/zip"
    | "application/json"
    | "image/jpeg"
    | "image/png"
    | "image/webp"
    | "text/html; charset=utf-8"
    | "text/markdown; charset=utf-8"
    | "text/plain; charset=utf-8";
  /** The schema of JSON. */
  readonly schema?: AnySchema;
}

/**
 * The file name, media type and own headers of a success of an endpoint; an answer that is not a document has no name, but a
 * schema.
 */
export interface ContractOutput extends Omit<NamedType, "name"> {
  readonly name?: string;
  /** What a success is if the input or the document asks for another result; the work says which of these it has made. */
  readonly others?: readonly NamedType[];
  readonly headers?: readonly string[];
}
