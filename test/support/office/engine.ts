import type { Engine } from "../../../lib/engines/engine.ts";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { libreofficeVersion } from "../../../lib/engines/office/installation.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../finished.ts";

/** Why there is nothing to test: a machine that could not build LibreOffice. */
export const noOffice = libreofficeVersion() === undefined && "this machine has no LibreOffice";

const by =
  (engine: Engine<{ bytes: Uint8Array }>) =>
  async (bytes: Uint8Array, seconds = 120): Promise<Uint8Array> =>
    bytesOf(await engine.run({ bytes }, AbortSignal.timeout(seconds * 1000)));

/** Converts a Word document by the engine itself. */
export const printWord = by(wordToPdf);

/** Converts a workbook by the engine itself. */
export const printExcel = by(excelToPdf);
