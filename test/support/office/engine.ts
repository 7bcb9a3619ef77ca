import { readFile } from "node:fs/promises";
import type { Engine } from "../../../lib/engines/engine.ts";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { libreofficeVersion } from "../../../lib/engines/office/place.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";

/** Why there is nothing to test: a machine that could not build LibreOffice. */
export const noOffice = libreofficeVersion() === undefined && "this machine has no LibreOffice";

const by =
  (engine: Engine<{ bytes: Uint8Array }>) =>
  async (bytes: Uint8Array, seconds = 60): Promise<Uint8Array> => {
    const made = await engine.run({ bytes }, AbortSignal.timeout(seconds * 1000));
    if (made instanceof Uint8Array) return made;
    const pdf = await readFile(made.path);
    await made.remove();
    return pdf;
  };

/** Converts a Word document by the engine itself. */
export const printWord = by(wordToPdf);

/** Converts a workbook by the engine itself. */
export const printExcel = by(excelToPdf);
