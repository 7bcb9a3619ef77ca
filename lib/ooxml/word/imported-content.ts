import { ServiceError } from "../../errors/service-error.ts";
import type { Package } from "../package.ts";

/** The content types of imported content that LibreOffice prints: Word documents. */
const PRINTED_CONTENT_TYPE = /wordprocessingml\.(document|template)|ms-word\.(document|template)/i;

/** The names of other formats, by the beginning of their content types. */
const CHUNK_FORMATS: readonly (readonly [start: string, name: string])[] = [
  ["text/html", "HTML"],
  ["application/xhtml", "HTML"],
  ["message/rfc822", "HTML"],
  ["multipart/related", "HTML"],
  ["application/rtf", "RTF"],
  ["text/rtf", "RTF"],
];

/**
 * Throws INVALID_REQUEST for a Word part that imports content which would not be printed: text in a format other than Word
 * (`w:altChunk`: ECMA-376, part 1, 17.17.2.1) or in another file (`w:subDoc`: 17.17.2.2).
 */
export const assertNoUnprintableImports = (officePackage: Package, part: string, xml: string): void => {
  if (xml.includes("subDoc") && officePackage.relationships(part).some(({ type }) => type === "subDocument")) {
    throw new ServiceError("INVALID_REQUEST", "The document holds some of its text in another file (subDoc).", {
      reason: "document-unsupported",
    });
  }
  if (!xml.includes("altChunk")) return;
  for (const { type, part: chunk } of officePackage.relationships(part)) {
    const contentType = (type === "aFChunk" && chunk && officePackage.typeOf(chunk)?.toLowerCase()) || undefined;
    if (type !== "aFChunk" || PRINTED_CONTENT_TYPE.test(contentType ?? "")) continue;
    if (chunk === undefined) {
      throw new ServiceError("INVALID_REQUEST", "The document holds some of its text in another file (altChunk).", {
        reason: "document-unsupported",
      });
    }
    const form = CHUNK_FORMATS.find(([start]) => contentType?.startsWith(start))?.[1] ?? "text of another kind";
    throw new ServiceError(
      "INVALID_REQUEST",
      `The document holds its text as embedded ${form} (altChunk), which only Word turns into a document: open and save it there.`,
      { reason: "document-unsupported" },
    );
  }
};
