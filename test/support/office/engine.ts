import type { Engine } from "../../../lib/engines/engine.ts";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { libreofficeVersion } from "../../../lib/engines/office/installation.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../finished.ts";

/** The reason why tests are skipped: LibreOffice could not be built on this machine. */
export const noOffice = libreofficeVersion() === undefined && "this machine has no LibreOffice";

const by =
  (engine: Engine<{ bytes: Uint8Array }>) =>
  async (bytes: Uint8Array, seconds = 600): Promise<Uint8Array> =>
    bytesOf(await engine.run({ bytes }, AbortSignal.timeout(seconds * 1000)));

/** Converts a Word document with the engine, without HTTP. */
export const printWord = by(wordToPdf);

/** Converts a workbook with the engine, without HTTP. */
export const printExcel = by(excelToPdf);
