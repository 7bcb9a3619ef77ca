import type { Warning } from "../../output/warnings.ts";
import { tagsNamed } from "../markup.ts";
import type { Package } from "../package.ts";
import { PackageRewriter } from "../rewriting.ts";
import { localName, nextTag } from "../tags.ts";
import {
  dirtyFields,
  fieldsOf,
  hasUnsupportedIndexes,
  type OutdatedFields,
  requestsFieldUpdate,
  withoutBrokenReferences,
} from "./fields.ts";
import { namedFonts, usedFonts, withFontKinds } from "./font-table.ts";
import { withHeadingLevels } from "./headings.ts";
import { assertNoUnprintableImports } from "./imported-content.ts";
import { withSymbolFonts } from "./symbol-runs.ts";
import { withTableWidths } from "./table-widths.ts";
import { withoutTextBoxControls } from "./text-box-controls.ts";

/**
 * The length of the longest paragraph of a Word part, in characters of its markup's text. The text of a text box also counts
 * for the paragraph that holds the box.
 */
export const longestParagraph = (xml: string): number => {
  /** The text length before each open paragraph. */
  const starts: number[] = [];
  let [longest, length] = [0, 0];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "t" && !tag.isEnd && !tag.isEmpty) length += Math.max(xml.indexOf("<", tag.end) - tag.end, 0);
    else if (name !== "p" || tag.isEmpty) continue;
    else if (!tag.isEnd) starts.push(length);
    else longest = Math.max(longest, length - (starts.pop() ?? 0));
  }
  return longest;
};

/** A Word document that is prepared for LibreOffice. */
export interface PreparedWord {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  /** Characters of its longest paragraph; 0 if no paragraph is long. */
  readonly longestParagraph: number;
  /** The names of the fonts that it uses and does not embed. */
  readonly fonts: ReadonlySet<string>;
  /** The fields that LibreOffice has to update. */
  readonly outdated: OutdatedFields;
}

/** Kinds of parts that hold text, as relationships of the main part name them. */
const TEXT_RELATIONSHIPS = new Set(["header", "footer", "footnotes", "endnotes"]);

/** Names of the parts of a Word document that hold text, the main part first. */
const textParts = (officePackage: Package): string[] => {
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part;
  if (main === undefined) return [];
  const others = officePackage
    .relationships(main)
    .flatMap(({ type, part }) => (TEXT_RELATIONSHIPS.has(type) && part !== undefined ? [part] : []));
  return [main, ...new Set(others)];
};

/** The name of the main part's related part of this kind; empty if there is none. */
const relatedPart = (officePackage: Package, main = "", kind: string): string =>
  officePackage.relationships(main).find(({ type }) => type === kind)?.part ?? "";

/** The warning for a table of contents that is not updated. */
export const INDEX_NOT_BUILT: Warning = {
  code: "index-not-built",
  message: "The engine cannot update a table of contents or another index; it is printed as it was stored.",
};

const HAS_FIELDS = /<(?:[\w.-]{1,40}:)?(?:fldChar|fldSimple)\b/;

/**
 * Decides which fields LibreOffice updates. If it updates none, fields with missing bookmarks become their stored results.
 */
const prepareFields = (rewriting: PackageRewriter, parts: readonly string[]): OutdatedFields => {
  const texts = parts.map((part) => rewriting.text(part));
  const fieldsOfPart = new Map(
    parts.map((part) => [part, HAS_FIELDS.test(rewriting.text(part)) ? fieldsOf(rewriting.text(part)) : []]),
  );
  const fields = [...fieldsOfPart.values()].flat();
  const settings = relatedPart(rewriting.original, parts[0], "settings");
  const isUpdateRequested = requestsFieldUpdate(rewriting.bytes(settings) ?? Buffer.alloc(0));
  const outdated = isUpdateRequested ? { indexes: true, fields: true } : dirtyFields(fields);
  if (!outdated.fields && fields.some(({ code }) => code.includes("REF"))) {
    const bookmarks = new Set(
      texts.flatMap((xml) => tagsNamed(xml, "bookmarkStart").map(({ attributes }) => attributes["name"] ?? "")),
    );
    for (const [part, found] of fieldsOfPart)
      rewriting.change(part, (xml) => withoutBrokenReferences(xml, found, bookmarks), true);
  }
  const hasLevels = texts.some((xml) => xml.includes("outlineLvl"));
  if (!outdated.indexes || !hasUnsupportedIndexes(fields, hasLevels)) return outdated;
  rewriting.warnings.push(INDEX_NOT_BUILT);
  return { ...outdated, indexes: false };
};

const completeFontTable = (rewriting: PackageRewriter, parts: readonly string[]): Set<string> => {
  const related = (kind: string) => rewriting.text(relatedPart(rewriting.original, parts[0], kind));
  const texts = parts.map((part) => rewriting.text(part));
  const [styles, theme] = [related("styles"), related("theme")];
  const named = new Set([...texts, styles, related("numbering"), theme].flatMap((xml) => [...namedFonts(xml)]));
  const used = usedFonts({ texts, styles, theme, fontTable: related("fontTable") });
  rewriting.change(relatedPart(rewriting.original, parts[0], "fontTable"), (xml) => withFontKinds(xml, named), true);
  return used;
};

/** A smaller part cannot have a paragraph that is too long. */
const LONG_PARAGRAPH_PART_MIN_BYTES = 500_000;

const longestParagraphOf = (rewriting: PackageRewriter, [main = ""]: readonly string[]): number => {
  const length = rewriting.bytes(main)?.length ?? 0;
  return length < LONG_PARAGRAPH_PART_MIN_BYTES ? 0 : longestParagraph(rewriting.text(main));
};

/**
 * Prepares a Word document for LibreOffice. Throws UNSUPPORTED_MEDIA_TYPE for a damaged part, and INVALID_REQUEST if its
 * text is in a format that cannot be printed.
 */
export const prepareWord = (officePackage: Package, bytes: Buffer): PreparedWord => {
  const rewriting = new PackageRewriter(officePackage);
  const parts = textParts(officePackage);
  for (const part of parts) {
    assertNoUnprintableImports(officePackage, part, rewriting.text(part));
    rewriting.change(part, withoutTextBoxControls);
    rewriting.change(part, withTableWidths);
    rewriting.change(part, withSymbolFonts, true);
  }
  const outdated = prepareFields(rewriting, parts);
  if (outdated.indexes) rewriting.change(relatedPart(officePackage, parts[0], "styles"), withHeadingLevels);
  const fonts = completeFontTable(rewriting, parts);
  return {
    bytes: rewriting.finish() ?? bytes,
    warnings: rewriting.warnings,
    outdated,
    longestParagraph: longestParagraphOf(rewriting, parts),
    fonts,
  };
};
