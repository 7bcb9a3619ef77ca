import { readFile, writeFile } from "node:fs/promises";
import { PDFDocument } from "pdf-lib";

/** Removes every second page with pdf-lib: `node remove-pdf-lib.ts OUT IN COUNT`. */
const [out, path, count] = process.argv.slice(2);
const pdf = await PDFDocument.load(await readFile(path!));
for (let index = Number(count); index > 0; index--) pdf.removePage(2 * index - 1);
await writeFile(out!, await pdf.save());
