import { Edits } from "../ooxml/rewriting.ts";
import { attributesIn, localName, nextTag } from "../ooxml/tags.ts";
import type { OfficeKind } from "./kinds.ts";
import { changeFlat, changePackage, startTag } from "./open-document-parts.ts";

/** Markup whose rows of tables have no height of zero; undefined if none has. */
const withoutZeroHeights = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || localName(tag.name) !== "table-row-properties") continue;
    const attributes = attributesIn(xml, tag);
    const isZero = ({ name, value }: { name: string; value: string }) =>
      localName(name) === "row-height" && Number.parseFloat(value) === 0;
    if (!attributes.some(isZero)) continue;
    const kept = attributes.filter((attribute) => !isZero(attribute));
    edits.replace(tag.start, tag.end, startTag(tag, kept));
  }
  return edits.result;
};

/**
 * A text document of OpenDocument whose rows of no height are as high as their text: programs write such rows by mistake, and
 * LibreOffice leaves out what they hold.
 */
export const showRowsWithoutHeight = async (bytes: Buffer, { format }: OfficeKind): Promise<Buffer> => {
  if (format === "fodt") return changeFlat(bytes, withoutZeroHeights);
  return format === "odt" ? changePackage(bytes, withoutZeroHeights) : bytes;
};
