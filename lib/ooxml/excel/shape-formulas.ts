import { Edits, type PackageRewriter } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import type { Sheet } from "./workbook.ts";

/** The element of a formula in the text of a shape ([MS-ODRAWXML] 2.8.1.12). */
const FORMULA = "<a14:m>";

/** Leaves the alternatives of shapes whose texts have formulas: the same shapes with the formulas as plain text. */
const withPlainFormulas = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== "Choice" || tag.isEnd || tag.isEmpty) continue;
    const end = elementEnd(xml, tag);
    const next = nextTag(xml, end);
    if (next === undefined || next.isEnd || localName(next.name) !== "Fallback") continue;
    if (!xml.slice(tag.start, end).includes(FORMULA)) continue;
    edits.replace(tag.start, end);
    tag = { ...tag, end };
  }
  return edits.result;
};

/** Lets shapes print formulas in their texts, which LibreOffice would leave out, on one line. */
export const prepareShapeFormulas = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  for (const [index, { part = "" }] of sheets.entries()) {
    for (const { type, part: drawing } of rewriting.original.relationships(part)) {
      if (type !== "drawing" || drawing === undefined) continue;
      rewriting.change(drawing, (xml) => {
        const changed = withPlainFormulas(xml);
        if (changed !== undefined)
          rewriting.warn("formatting-simplified", "A formula in a shape is printed on one line.", `sheet ${index + 1}`);
        return changed;
      });
    }
  }
};
