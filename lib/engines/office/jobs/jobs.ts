import { isUndrawn } from "../../../fonts/characters.ts";
import { decryptedPackage } from "../../../office-kinds/decrypt.ts";
import { identifyOffice } from "../../../office-kinds/identify.ts";
import { type OpenedOffice, openOffice } from "../../../office-kinds/open.ts";
import { withFileField } from "../../../office-kinds/refusal.ts";
import { withoutCharts } from "../../../ooxml/charts.ts";
import { checkPackage, type ExpectedKind, isEncryptedPackage } from "../../../ooxml/check.ts";
import { failedCells, failuresOf, NAME_ERROR_CODE, sheetsNotUnderstood } from "../../../ooxml/excel/failed-formulas.ts";
import { type PreparedWorkbook, prepareWorkbook } from "../../../ooxml/excel/prepare.ts";
import { assertPrintableSize } from "../../../ooxml/excel/printable-size.ts";
import { chosenSheets, type Sheet, sheetsOf } from "../../../ooxml/excel/workbook.ts";
import { openPackage } from "../../../ooxml/package.ts";
import { type PreparedPresentation, preparePresentation } from "../../../ooxml/powerpoint/prepare.ts";
import { type PreparedWord, prepareWord } from "../../../ooxml/word/prepare.ts";
import { importsWithChangesAccepted } from "../../../ooxml/word/revisions/imports.ts";
import { charactersOfFonts } from "../../../pdf/characters-of-fonts.ts";
import { fileName, WORKBOOK_NAME } from "../file-name.ts";
import { readResult } from "../result-file.ts";

/** A workbook that is prepared for LibreOffice, with its sheets and its original bytes. */
export interface PreparedExcel {
  readonly prepared: PreparedWorkbook;
  readonly sheets: readonly Sheet[];
  readonly original: Uint8Array;
}

/** A workbook, its name, the time in which it must be printed, and the macro's report of a first attempt if there was one. */
interface ExcelInput {
  readonly name?: string | undefined;
  readonly bytes: Uint8Array;
  readonly deadlineMs: number;
  readonly macroReport?: string;
}

/** A package that is encrypted, and the kind that it must be. */
interface EncryptedInput {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly wanted: ExpectedKind;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** Reads a workbook's sheets. Throws PROCESSING_FAILED for a workbook that is too large to be printed in the time. */
const printableSheets = async ({ bytes, deadlineMs }: ExcelInput) => {
  const officePackage = await openPackage(bufferOf(bytes));
  const sheets = await sheetsOf(officePackage);
  assertPrintableSize(officePackage, sheets, deadlineMs);
  return { officePackage, sheets };
};

/** The work on Office documents that is done in threads, without LibreOffice. */
export const OFFICE_JOBS = {
  /** Checks a package. One that is encrypted is checked once it is decrypted. */
  check: async ({ bytes, wanted }: { bytes: Uint8Array; wanted: ExpectedKind }): Promise<void> => {
    if (!isEncryptedPackage(bufferOf(bytes))) await checkPackage(bufferOf(bytes), wanted);
  },

  checkAnyKind: async ({ bytes }: { bytes: Uint8Array }): Promise<void> =>
    (await identifyOffice(bufferOf(bytes))).checkContent(),

  /** Decrypts a package and checks its kind, which is unknown until then. */
  decrypt: async ({ bytes, password, wanted }: EncryptedInput): Promise<Uint8Array> => {
    try {
      const plain = decryptedPackage(bufferOf(bytes), password);
      await checkPackage(plain, wanted);
      return plain;
    } catch (error) {
      throw withFileField(error);
    }
  },

  open: ({ bytes, password }: { bytes: Uint8Array; password: string | undefined }): Promise<OpenedOffice> =>
    openOffice(bufferOf(bytes), password),

  preparePresentation: async ({ bytes }: { bytes: Uint8Array }): Promise<PreparedPresentation> => {
    const buffer = bufferOf(bytes);
    return preparePresentation(await openPackage(buffer), buffer);
  },

  prepareWord: async ({ bytes }: { bytes: Uint8Array }): Promise<PreparedWord> => {
    const buffer = bufferOf(bytes);
    const officePackage = await openPackage(buffer);
    return prepareWord(officePackage, buffer, await importsWithChangesAccepted(officePackage));
  },

  /** Prepares a workbook; the cells that a macro's report names keep their stored values. */
  prepareExcel: async (input: ExcelInput): Promise<PreparedExcel> => {
    const { officePackage, sheets } = await printableSheets(input);
    const kept = failedCells(failuresOf(input.macroReport ?? ""));
    const context = { fileName: fileName(input.name, WORKBOOK_NAME), kept };
    const prepared = prepareWorkbook(officePackage, bufferOf(input.bytes), sheets, context);
    return { prepared, sheets, original: input.bytes };
  },

  withoutCharts: async ({ bytes }: { bytes: Uint8Array }): Promise<Buffer> => {
    const buffer = bufferOf(bytes);
    return withoutCharts(await openPackage(buffer), buffer);
  },

  /** Whether a PDF that LibreOffice has written, or the file of one, has characters for which no font is there. */
  hasUndrawnCharacters: ({ pdf }: { pdf: Uint8Array | string }): boolean => {
    const bytes = typeof pdf === "string" ? readResult(pdf) : bufferOf(pdf);
    return bytes !== undefined && [...charactersOfFonts(bytes)].some(isUndrawn);
  },

  /** With `holdsValues` the workbook may hold `#NAME?` itself. */
  sheetsNotUnderstood: ({ macroReport, holdsValues }: { macroReport: string; holdsValues?: boolean }): number[] =>
    sheetsNotUnderstood(failuresOf(macroReport).filter(({ code }) => !holdsValues || code !== NAME_ERROR_CODE)),

  wordToHtml: async ({ bytes }: { bytes: Uint8Array }) => {
    const { wordToHtml } = await import("../embedded/word.ts");
    return wordToHtml(bufferOf(bytes));
  },

  /** Converts the chosen sheets, by their names or numbers from 1; without a choice all visible ones. */
  excelToHtml: async (input: ExcelInput & { readonly chosen?: readonly (string | number)[] | undefined }) => {
    const { sheets } = await printableSheets(input);
    const chosen = chosenSheets(sheets, input.chosen);
    const { excelToHtml } = await import("../embedded/excel.ts");
    const shown = chosen && sheets.map((sheet, index) => ({ ...sheet, isHidden: !chosen.includes(index) }));
    return excelToHtml(input.bytes, shown ?? sheets);
  },
};

export type OfficeJobKind = keyof typeof OFFICE_JOBS;
export type OfficeJobInput<Kind extends OfficeJobKind> = Parameters<(typeof OFFICE_JOBS)[Kind]>[0];
export type OfficeJobResult<Kind extends OfficeJobKind> = Awaited<ReturnType<(typeof OFFICE_JOBS)[Kind]>>;
