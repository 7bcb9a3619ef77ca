import { ServiceError } from "../../errors.ts";
import type { Package } from "../package.ts";

/** What LibreOffice prints as part of a document: another Word document. */
const PRINTED = /wordprocessingml\.(document|template)|ms-word\.(document|template)/i;

/** Forms that text is embedded in, by how their content types begin. */
const FORMS: readonly (readonly [start: string, name: string])[] = [
  ["text/html", "HTML"],
  ["application/xhtml", "HTML"],
  ["message/rfc822", "HTML"],
  ["multipart/related", "HTML"],
  ["application/rtf", "RTF"],
  ["text/rtf", "RTF"],
];

/**
 * Throws INVALID_REQUEST for a Word part that holds text in another form (`w:altChunk`: ECMA-376, part 1, 17.17.2.1) which
 * would be left out.
 */
export const judgeChunks = (found: Package, part: string, xml: string): void => {
  if (!xml.includes("altChunk")) return;
  for (const { type, part: chunk } of found.relationships(part)) {
    const contentType = (type === "aFChunk" && chunk && found.typeOf(chunk)?.toLowerCase()) || undefined;
    if (type !== "aFChunk" || PRINTED.test(contentType ?? "")) continue;
    if (chunk === undefined) {
      throw new ServiceError("INVALID_REQUEST", "The document holds some of its text in another file (altChunk).");
    }
    const form = FORMS.find(([start]) => contentType?.startsWith(start))?.[1] ?? "text of another kind";
    throw new ServiceError(
      "INVALID_REQUEST",
      `The document holds its text as embedded ${form} (altChunk), which only Word turns into a document: open and save it there.`,
    );
  }
};
