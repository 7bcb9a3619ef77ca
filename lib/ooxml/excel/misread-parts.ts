import { posix } from "node:path";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { elementEnd, localName, nextTag, type XmlTag } from "../tags.ts";
import { cellAttribute } from "./formula-cells.ts";

/** The error values that LibreOffice knows (ECMA-376, part 1, 18.17.3). */
const KNOWN_ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** Turns newer error values of cells, such as `#SPILL!`, into text, because LibreOffice would print another error. */
export const withErrorsAsText = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let cell: XmlTag | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "c") cell = !tag.isEnd && cellAttribute(xml, tag, "t") === "e" ? tag : undefined;
    if (cell === undefined || name !== "v" || tag.isEnd || tag.isEmpty) continue;
    const error = xml.slice(tag.end, xml.indexOf("<", tag.end)).trim();
    if (!/^#[A-Z_/]{2,20}[!?]?$/.test(error) || KNOWN_ERRORS.has(error)) continue;
    const type = /\st\s*=\s*["']e/.exec(xml.slice(cell.start, cell.end));
    if (type === null) continue;
    const end = cell.start + type.index + type[0].length;
    edits.replace(end - 1, end, "str");
    cell = undefined;
  }
  return edits.result;
};

/**
 * Removes the date axis of sparkline groups ([MS-XLSX] 2.6.118), a formula that is a direct child of the group. LibreOffice
 * spaces the points evenly. It reads this formula as that of a sparkline, and crashes if no sparkline precedes it.
 */
export const withoutSparklineDates = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let parents: string[] | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "sparklineGroup" && !tag.isEmpty) parents = tag.isEnd ? undefined : [];
    else if (parents === undefined) continue;
    else if (tag.isEnd) parents.pop();
    else if (name === "f" && parents.length === 0) {
      const end = elementEnd(xml, tag);
      edits.replace(tag.start, end);
      tag = { ...tag, end };
    } else if (!tag.isEmpty) parents.push(name);
  }
  return edits.result;
};

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

/** Lifts the protection of a sheet, under which numbers cannot be fitted to their columns: LibreOffice would print `###`. */
export const withoutProtection = (xml: string): string | undefined =>
  withoutElements(xml, "sheetProtection", () => true);

const relationshipsPart = (part: string): string =>
  posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);

/** Removes the relationships of parts with pivot tables and their caches. Returns the parts that had some. */
export const dropPivotRelationships = (rewriting: PackageRewriter, parts: readonly string[]): readonly string[] => {
  const holders = parts.filter((part) =>
    rewriting.original.relationships(part).some(({ type }) => type === "pivotTable" || type === "pivotCacheDefinition"),
  );
  for (const part of holders)
    rewriting.change(relationshipsPart(part), (xml) =>
      withoutElements(xml, "Relationship", (text) => PIVOT_RELATIONSHIP.test(text)),
    );
  return holders;
};

/**
 * Removes the definitions of pivot tables from a workbook and keeps their stored cells, because LibreOffice would lay the
 * tables out differently.
 */
export const dropPivotTables = (rewriting: PackageRewriter, workbook: string, sheets: readonly string[]): void => {
  const holders = dropPivotRelationships(rewriting, [workbook, ...sheets]);
  if (holders.length > 0) rewriting.change(workbook, (xml) => withoutElements(xml, "pivotCaches", () => true));
};
