import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { docxFile, xlsxFile } from "../../../lib/fields/office-file.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { keep } from "../keep.ts";

// Prints Word and Excel files into a folder, as calls do: `FOLDER FILE…`. For a failure it writes a file with the reason.
const [folder = "", ...files] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const file of files) {
  const [judge, engine] = file.endsWith(".docx") ? [docxFile.check, wordToPdf] : [xlsxFile.check, excelToPdf];
  const target = join(folder, `${basename(file)}.pdf`);
  try {
    const bytes = await readFile(file);
    await judge(bytes);
    const output = await engine.run({ bytes, name: basename(file) }, AbortSignal.timeout(600_000));
    await keep(output, target);
    await writeFile(`${target}.warnings`, JSON.stringify(output.warnings));
  } catch (error) {
    await writeFile(`${target}.failed`, `${(error as { code?: string }).code ?? ""} ${(error as Error).message}`);
  }
}
for (const part of warmParts().values()) await part.stop();
