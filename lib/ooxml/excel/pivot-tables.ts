import { posix } from "node:path";
import { Edits } from "../edits.ts";
import type { PackageRewriter } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";

const PIVOT_RELATIONSHIP = /\/(pivotTable|pivotCacheDefinition)["']/;

/** Removes the elements of this name whose markup passes a test. */
const withoutElements = (xml: string, name: string, test: (element: string) => boolean): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== name || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    if (test(xml.slice(tag.start, end))) edits.replace(tag.start, end);
    tag = { ...tag, end };
  }
  return edits.result;
};

const relationshipsPart = (part: string): string =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/**
 * Removes the definitions of pivot tables from a workbook and keeps their stored cells, because LibreOffice would lay the
 * tables out differently.
 */
export const dropPivotTables = (rewriting: PackageRewriter, workbook: string, sheets: readonly string[]): void => {
  const holders = [workbook, ...sheets].filter((part) =>
    rewriting.original.relationships(part).some(({ type }) => type === "pivotTable" || type === "pivotCacheDefinition"),
  );
  for (const part of holders)
    rewriting.change(relationshipsPart(part), (xml) =>
      withoutElements(xml, "Relationship", (text) => PIVOT_RELATIONSHIP.test(text)),
    );
  if (holders.length > 0) rewriting.change(workbook, (xml) => withoutElements(xml, "pivotCaches", () => true));
};
