import { ServiceError } from "../../errors.ts";
import type { Package } from "../package.ts";

/** The content types that LibreOffice prints as part of a document: other Word documents. */
const PRINTED_CONTENT_TYPE = /wordprocessingml\.(document|template)|ms-word\.(document|template)/i;

/** The formats of embedded text, by the beginning of their content types. */
const CHUNK_FORMATS: readonly (readonly [start: string, name: string])[] = [
  ["text/html", "HTML"],
  ["application/xhtml", "HTML"],
  ["message/rfc822", "HTML"],
  ["multipart/related", "HTML"],
  ["application/rtf", "RTF"],
  ["text/rtf", "RTF"],
];

/**
 * Throws INVALID_REQUEST for a Word part that holds text in another form (`w:altChunk`: ECMA-376, part 1, 17.17.2.1) or in
 * another file (`w:subDoc`: 17.17.2.2) which would be left out.
 */
export const assertNoUnprintableImports = (found: Package, part: string, xml: string): void => {
  if (xml.includes("subDoc") && found.relationships(part).some(({ type }) => type === "subDocument")) {
    throw new ServiceError("INVALID_REQUEST", "The document holds some of its text in another file (subDoc).");
  }
  if (!xml.includes("altChunk")) return;
  for (const { type, part: chunk } of found.relationships(part)) {
    const contentType = (type === "aFChunk" && chunk && found.typeOf(chunk)?.toLowerCase()) || undefined;
    if (type !== "aFChunk" || PRINTED_CONTENT_TYPE.test(contentType ?? "")) continue;
    if (chunk === undefined) {
      throw new ServiceError("INVALID_REQUEST", "The document holds some of its text in another file (altChunk).");
    }
    const form = CHUNK_FORMATS.find(([start]) => contentType?.startsWith(start))?.[1] ?? "text of another kind";
    throw new ServiceError(
      "INVALID_REQUEST",
      `The document holds its text as embedded ${form} (altChunk), which only Word turns into a document: open and save it there.`,
    );
  }
};
