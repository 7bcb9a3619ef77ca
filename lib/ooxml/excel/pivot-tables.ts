import { posix } from "node:path";
import { Edits } from "../edits.ts";
import type { Rewriting } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";

const PIVOT = /\/(pivotTable|pivotCacheDefinition)["']/;

/** Leaves out elements of this name of which a test of their whole text holds. */
const without = (xml: string, name: string, test: (element: string) => boolean): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== name || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    if (test(xml.slice(tag.start, end))) edits.replace(tag.start, end);
    tag = { ...tag, end };
  }
  return edits.result;
};

const list = (part: string): string => posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/**
 * Takes the definitions of pivot tables out of a workbook: LibreOffice would draw them anew, by rules of its own. Their
 * cells stay as they were stored.
 */
export const dropPivotTables = (rewriting: Rewriting, workbook: string, sheets: readonly string[]): void => {
  const holders = [workbook, ...sheets].filter((part) =>
    rewriting.found.relationships(part).some(({ type }) => type === "pivotTable" || type === "pivotCacheDefinition"),
  );
  for (const part of holders)
    rewriting.change(list(part), (xml) => without(xml, "Relationship", (text) => PIVOT.test(text)));
  if (holders.length > 0) rewriting.change(workbook, (xml) => without(xml, "pivotCaches", () => true));
};
