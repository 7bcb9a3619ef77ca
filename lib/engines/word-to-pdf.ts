import mammoth from "mammoth/package.json" with { type: "json" };
import { config } from "../config.ts";
import { tooComplex } from "../errors/document-errors.ts";
import { DOCX } from "../ooxml/expected-kinds.ts";
import type { OutdatedFields } from "../ooxml/word/fields.ts";
import { INDEX_NOT_BUILT, type PreparedWord } from "../ooxml/word/prepare.ts";
import type { Output } from "../output/output.ts";
import { engine } from "./engine.ts";
import { type FinishOptions, finishPdf, withOwnBytes } from "./finish-pdf.ts";
import { type OfficeDocument, printedOf } from "./office/convert.ts";
import { convertWithCharts } from "./office/convert-charts.ts";
import { printEmbedded } from "./office/embedded/print.ts";
import { libreofficeVersion } from "./office/installation.ts";
import { officeThreadsPart, runOfficeJob } from "./office/jobs/threads.ts";
import { printOpened } from "./office/opened-package.ts";
import { substitutedFonts } from "./office/substituted-fonts.ts";
import { warmZygoteFor } from "./office/zygote-supervisor.ts";

/** The macro's options: words between commas that name what it updates. */
const optionsOf = ({ indexes, fields }: OutdatedFields): string =>
  `,${indexes ? "indexes," : ""}${fields ? "fields," : ""}`;

/** The least time for a paragraph of a million characters. The time grows with the square of the length. */
const MILLION_CHARACTER_PARAGRAPH_MS = 15_000;

/** Throws PROCESSING_FAILED early for a document whose longest paragraph takes too much time. */
const assertParagraphLength = (longest: number): void => {
  const allowed = Math.min(config.deadlineMs, config.processorTimeMs);
  const limit = Math.floor(Math.sqrt(allowed / MILLION_CHARACTER_PARAGRAPH_MS) * 1_000_000);
  if (longest <= limit) return;
  throw tooComplex(
    `The document has a paragraph of ${longest.toLocaleString("en")} characters: one of more than ${limit.toLocaleString("en")} cannot be printed within ${allowed / 1000} s.`,
  );
};

/** Prints a document. If an update would empty one of its indexes, prints it again with the stored indexes. */
const print = async (
  { bytes, warnings, outdated, longestParagraph, fonts, hasCharts }: PreparedWord,
  name: string | undefined,
  signal: AbortSignal,
): Promise<Output> => {
  assertParagraphLength(longestParagraph);
  const printUpdating = (updated: OutdatedFields) =>
    convertWithCharts({ macro: "Word", bytes, name, options: optionsOf(updated) }, hasCharts, signal);
  const { printed, warnings: chartWarnings } = await printUpdating(outdated);
  const allWarnings = [...warnings, ...chartWarnings, ...substitutedFonts(fonts)];
  if (printed !== undefined) return { ...printed, warnings: allWarnings };
  const again = await printUpdating({ ...outdated, indexes: false });
  return { ...printedOf(again), warnings: [...allWarnings, INDEX_NOT_BUILT] };
};

/** A document, and how it is printed. */
interface WordDocument extends OfficeDocument {
  readonly password?: string | undefined;
  readonly options?: FinishOptions | undefined;
}

/** Converts a Word document (.docx) with LibreOffice, or with the embedded engine if there is no LibreOffice. */
export const wordToPdf = engine<WordDocument>({
  warmParts: { libreoffice: warmZygoteFor("Word"), "office-threads": officeThreadsPart },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? `mammoth/${mammoth.version}` : `libreoffice/${version}`;
  },
  run: (locked, signal) => {
    const { name, options = {} } = locked;
    const finish = withOwnBytes(options);
    return printOpened(locked, DOCX, signal, async (bytes) => {
      if (libreofficeVersion() !== undefined) {
        const prepared = await runOfficeJob("prepareWord", { bytes }, signal, { movesBytes: true });
        const language = finish.lang ?? (prepared.statesLanguage ? undefined : null);
        return finishPdf(await print(prepared, name, signal), finish, signal, { language });
      }
      const html = await runOfficeJob("wordToHtml", { bytes }, signal, { movesBytes: true });
      return finishPdf<Output>(await printEmbedded(html, signal), finish, signal);
    });
  },
});
