import { readFile, writeFile } from "node:fs/promises";
import { PDFDocument } from "pdf-lib";

/** Merges files with pdf-lib, as its documentation does: `node merge-pdf-lib.ts OUT IN…`. */
const [out, ...paths] = process.argv.slice(2);
const merged = await PDFDocument.create();
for (const path of paths) {
  const file = await PDFDocument.load(await readFile(path));
  for (const page of await merged.copyPages(file, file.getPageIndices())) merged.addPage(page);
}
await writeFile(out!, await merged.save());
