import { distinct, type Warning } from "../../../output/warnings.ts";
import { dictOf } from "../../access.ts";
import { type Budget, OverBudget } from "../../budget.ts";
import { readUsage } from "../../compress/read-usage.ts";
import { samplePages } from "../../compress/sample-pages.ts";
import { shortenDestinationNames } from "../../destinations/names.ts";
import { prepareOutput } from "../../invalidated-parts.ts";
import { Proof } from "../../proof/proof.ts";
import type { Renderer } from "../../proof/renderer.ts";
import { reachableObjects } from "../../reachable-objects.ts";
import { type Document, openWithBudget } from "../../read/open.ts";
import { writePdf } from "../../write/write.ts";
import { MEANINGLESS } from "../accessible.ts";
import { giveMeanings } from "../glyph-meanings.ts";
import { type EmbeddedFiles, identify } from "../identification.ts";
import { isAccessible, type PdfaLevel } from "../level.ts";
import { notArchivable } from "../not-archivable.ts";
import { mendAnnotations } from "./annotations.ts";
import { archiveFault } from "./check.ts";
import { intentsFor, mendProfiles } from "./colours.ts";
import { mendContents } from "./contents.ts";
import { describeInks } from "./describe-inks.ts";
import { mendDictionaries } from "./dictionaries.ts";
import { drawFields } from "./draw-fields.ts";
import { embedFonts } from "./embed-fonts.ts";
import { extractFiles } from "./embedded-files.ts";
import { giveEncodedMeanings } from "./encoded-meanings.ts";
import { dropForbiddenActions } from "./forbidden-actions.ts";
import { interpolationWarnings } from "./interpolation.ts";
import { mendFonts } from "./mend-fonts.ts";
import { shareSpotColours } from "./spot-colours.ts";

interface ExistingPdf {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly level: PdfaLevel;
  /** An invoice to attach. */
  readonly invoice?: EmbeddedFiles["invoice"];
}

/** The folder of the free fonts, and a renderer to compare pages. */
interface Resources {
  readonly fonts: string;
  readonly renderer: Renderer;
}

/** The result, and warnings about what it lacks or adds. */
interface ArchivedPdf {
  readonly pieces: Uint8Array[];
  readonly pages: number;
  readonly digest: string;
  readonly warnings: readonly Warning[];
}

/** Makes the changes that may be visible or remove something. Each kind of change is reported in a warning. */
const makeChangesWithWarnings = (
  document: Document,
  { level, fonts }: { readonly level: PdfaLevel; readonly fonts: string },
  budget: Budget,
): readonly Warning[] => {
  const { catalog, pages } = document;
  const warnings = [...drawFields(document, budget), ...mendAnnotations(pages), ...dropForbiddenActions(catalog)];
  for (const page of pages) dictOf(page)?.delete("AF");
  const usage = readUsage(document, budget);
  if (!usage.isComplete) throw new OverBudget("The document is too complex to be written as PDF/A.");
  if (isAccessible(level)) giveEncodedMeanings(usage.shownStrings, budget);
  warnings.push(...interpolationWarnings(usage), ...embedFonts(usage, fonts));
  if (isAccessible(level)) giveMeanings(pages, usage.shownStrings, MEANINGLESS, budget);
  return warnings;
};

/** A file that already looks like the result but is not yet PDF/A. The result is compared with it. */
const prepareFile = (job: ExistingPdf, fonts: string) => {
  const { document, budget } = openWithBudget(job.bytes, undefined, job.password);
  const output = prepareOutput(document, budget);
  const files = extractFiles(document.catalog, job, budget);
  const warnings = [
    ...output.warnings,
    ...files.warnings,
    ...makeChangesWithWarnings(document, { level: job.level, fonts }, budget),
  ];
  const file = Buffer.concat(writePdf({ ...output, avoidsObjectStreams: false }).pieces);
  return { file, pages: document.pages, warnings, held: files.held };
};

const convertFile = (file: Buffer, level: PdfaLevel, held: EmbeddedFiles) => {
  const { document, budget } = openWithBudget(file);
  const { catalog } = document;
  shortenDestinationNames(catalog);
  mendDictionaries(catalog, budget);
  mendProfiles(document, budget);
  mendFonts(readUsage(document, budget), budget);
  const facts = mendContents(document, budget);
  const objects = reachableObjects([catalog, ...document.pages]).map(({ value }) => value);
  describeInks(objects, budget);
  shareSpotColours(objects, budget);
  const intents = intentsFor(document, facts, budget);
  const info = identify(catalog, document.info, { pdfA: level, isPdfUa: false }, { ...held, intents });
  const version = document.version > "1.7" ? "1.7" : document.version;
  catalog.delete("Version");
  return { facts, written: writePdf({ catalog, info, version, warnings: [] }) };
};

/** Throws if PDFium draws or reads two files differently. Returns the number of compared pages. */
const assertLooksSame = async (before: Buffer, after: Buffer, pages: number[], renderer: Renderer): Promise<number> => {
  const proof = new Proof(before, pages, renderer);
  if (!(await proof.canCompare())) throw notArchivable("its pages cannot be drawn, so that nobody can compare them");
  const verdict = await proof.check(after, undefined);
  proof.stopDrawing();
  if ("compared" in verdict) return verdict.compared;
  throw notArchivable("it would look or read differently");
};

const sampledWarnings = (compared: number, pages: number): Warning[] =>
  compared >= pages
    ? []
    : [{ code: "proof-sampled", message: `${compared} of ${pages} pages were compared with the original.` }];

/**
 * Converts a PDF to PDF/A: what PDF/A forbids is removed or replaced, the result is read again and checked, and its pages are
 * compared with those of the input. Throws INVALID_REQUEST, with the clause, if it cannot be PDF/A without looking different.
 */
export const archiveExisting = async (job: ExistingPdf, { fonts, renderer }: Resources): Promise<ArchivedPdf> => {
  const prepared = prepareFile(job, fonts);
  const { facts, written } = convertFile(prepared.file, job.level, prepared.held);
  const result = Buffer.concat(written.pieces);
  const { document, budget } = openWithBudget(result);
  const fault = archiveFault(document, job.level, facts, budget);
  if (fault !== undefined) throw notArchivable(fault);
  const count = prepared.pages.length;
  const compared = await assertLooksSame(prepared.file, result, samplePages(prepared.pages), renderer);
  const warnings = distinct([...prepared.warnings, ...sampledWarnings(compared, count)]);
  return { pieces: written.pieces, pages: count, digest: written.digest, warnings };
};
