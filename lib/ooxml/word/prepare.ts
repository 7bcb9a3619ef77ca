import type { Warning } from "../../output/warnings.ts";
import { prepareCharts } from "../charts.ts";
import { tagsNamed } from "../markup.ts";
import type { Package } from "../package.ts";
import { removePackagePrefixes } from "../package-prefixes.ts";
import { PackageRewriter } from "../rewriting.ts";
import { localName, nextTag } from "../tags.ts";
import { warnOfUndrawnCharacters } from "../undrawn-characters.ts";
import { removeComments } from "./comments.ts";
import {
  dirtyFields,
  HAS_FIELDS,
  hasUnsupportedIndexes,
  type OutdatedFields,
  requestsFieldUpdate,
  withoutBrokenReferences,
  wordFields,
} from "./fields.ts";
import { namedFonts, usedFonts, withFontKinds } from "./font-table.ts";
import { groupedCharts } from "./grouped-charts.ts";
import { withHeadingLevels } from "./headings.ts";
import { assertNoUnprintableImports } from "./imported-content.ts";
import { replaceMisprintedFields } from "./misprinted-fields.ts";
import { NOTE_KINDS, withNotesInOrder } from "./note-order.ts";
import { assertPageSizes } from "./page-sizes.ts";
import { acceptChanges } from "./revisions/imports.ts";
import { assertStylesHaveRoots } from "./style-cycles.ts";
import { nameReferredStyles } from "./style-references.ts";
import { withSymbolBullets } from "./symbol-bullets.ts";
import { withSymbolFonts } from "./symbol-runs.ts";
import { withTableWidths } from "./table-widths.ts";
import { withoutTextBoxControls } from "./text-box-controls.ts";
import { relatedPart, textParts } from "./text-parts.ts";

/**
 * The length of the longest paragraph of a Word part, in characters of its markup's text. The text of a text box also counts
 * for the paragraph that holds the box.
 */
const longestParagraph = (xml: string): number => {
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
  readonly hasCharts: boolean;
  /** Whether it says in which language it is; LibreOffice has one for every document. */
  readonly statesLanguage: boolean;
  /** The fields that LibreOffice has to update. */
  readonly outdated: OutdatedFields;
}

/** The warning for a table of contents that is not updated. */
export const INDEX_NOT_BUILT: Warning = {
  code: "index-not-built",
  message: "The engine cannot update a table of contents or another index; it is printed as it was stored.",
};

/**
 * Decides which fields LibreOffice updates. If it updates none, fields with missing bookmarks become their stored results.
 */
const prepareFields = (rewriting: PackageRewriter, parts: readonly string[]): OutdatedFields => {
  replaceMisprintedFields(rewriting, parts);
  const texts = parts.map((part) => rewriting.text(part));
  const fieldsOfPart = new Map(
    parts.map((part) => [part, HAS_FIELDS.test(rewriting.text(part)) ? wordFields(rewriting.text(part)) : []]),
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
  const used = usedFonts({ texts, styles, settings: related("settings"), theme, fontTable: related("fontTable") });
  rewriting.change(relatedPart(rewriting.original, parts[0], "fontTable"), (xml) => withFontKinds(xml, named), true);
  return used;
};

const GROUPED_CHART_MESSAGE = "A chart in a group of drawings is not drawn.";

const drawGroupedCharts = (rewriting: PackageRewriter, texts: readonly string[]): void => {
  for (const part of texts)
    rewriting.change(part, (before) => {
      const { xml, areLeftOut } = groupedCharts(before);
      if (areLeftOut) rewriting.warn("chart-left-out", GROUPED_CHART_MESSAGE);
      return xml;
    });
};

const sortNotes = (rewriting: PackageRewriter, main = ""): void => {
  for (const kind of NOTE_KINDS) {
    const part = relatedPart(rewriting.original, main, kind.part);
    const sorted = withNotesInOrder(rewriting.raw(main), rewriting.raw(part), kind);
    if (sorted === undefined) continue;
    rewriting.change(main, () => sorted.document);
    rewriting.change(part, () => sorted.part);
  }
};

/** A smaller part cannot have a paragraph that is too long. */
const LONG_PARAGRAPH_PART_MIN_BYTES = 500_000;

const longestParagraphOf = (rewriting: PackageRewriter, [main = ""]: readonly string[]): number => {
  const length = rewriting.bytes(main)?.length ?? 0;
  return length < LONG_PARAGRAPH_PART_MIN_BYTES ? 0 : longestParagraph(rewriting.text(main));
};

const STATES_LANGUAGE = /<(?:[\w.-]{1,40}:)?(?:lang|themeFontLang)\s[^<>]{0,200}\bval\s{0,9}=\s{0,9}["'][A-Za-z]/;

const statesLanguage = (rewriting: PackageRewriter, parts: readonly string[]): boolean => {
  const related = ["styles", "settings"].map((kind) => relatedPart(rewriting.original, parts[0], kind));
  return [...related, parts[0]].some((part) => part !== undefined && STATES_LANGUAGE.test(rewriting.text(part)));
};

/**
 * Prepares a Word document for LibreOffice. Throws UNSUPPORTED_MEDIA_TYPE for a damaged part or one that no engine can print,
 * and INVALID_REQUEST if its text is in a format that cannot be printed. `imports` replaces documents that it imports.
 */
export const prepareWord = (
  officePackage: Package,
  bytes: Buffer,
  imports: ReadonlyMap<string, Buffer> = new Map(),
): PreparedWord => {
  const rewriting = new PackageRewriter(officePackage);
  const parts = textParts(officePackage);
  const styles = relatedPart(officePackage, parts[0], "styles");
  for (const [part, content] of imports) rewriting.replace(part, content);
  removePackagePrefixes(rewriting);
  removeComments(rewriting, parts);
  acceptChanges(rewriting, parts);
  sortNotes(rewriting, parts[0]);
  const hasCharts = prepareCharts(rewriting);
  if (hasCharts) drawGroupedCharts(rewriting, parts);
  assertStylesHaveRoots(styles, rewriting.text(styles));
  for (const part of parts) {
    assertPageSizes(part, rewriting.text(part));
    assertNoUnprintableImports(officePackage, part, rewriting.text(part));
    rewriting.change(part, withoutTextBoxControls);
    rewriting.change(part, withTableWidths);
    rewriting.change(part, withSymbolFonts, true);
  }
  rewriting.change(relatedPart(officePackage, parts[0], "numbering"), withSymbolBullets, true);
  nameReferredStyles(rewriting, parts, styles);
  const outdated = prepareFields(rewriting, parts);
  if (outdated.indexes) rewriting.change(styles, withHeadingLevels);
  const fonts = completeFontTable(rewriting, parts);
  warnOfUndrawnCharacters(rewriting, parts);
  return {
    bytes: rewriting.finish() ?? bytes,
    warnings: rewriting.warnings,
    hasCharts,
    outdated,
    statesLanguage: statesLanguage(rewriting, parts),
    longestParagraph: longestParagraphOf(rewriting, parts),
    fonts,
  };
};
