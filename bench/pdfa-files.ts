import { globSync, readFileSync, statSync } from "node:fs";
import { decodeHtml } from "../lib/fields/html-file.ts";
import { print, stopEngines } from "../test/support/print.ts";
import { veraPdfVerdicts } from "../test/support/verapdf/validate.ts";

/**
 * Does veraPDF (its jars: VERAPDF_JARS) find every HTML file of a machine's documentation (FOLDERS, LIMIT) compliant when it
 * is printed as PDF/A, and how many are refused?
 */
const folders = (process.env["FOLDERS"] ?? "/usr/share/doc,/usr/share,/usr/lib,node_modules").split(",");
const limit = Number(process.env["LIMIT"] ?? 100);
const files = [...new Set(folders.flatMap((folder) => globSync(`${folder}/**/*.html`)))]
  .filter((file) => statSync(file).isFile() && statSync(file).size > 0 && statSync(file).size < 2 ** 20)
  .slice(0, limit);

const made: { file: string; pdf: Uint8Array }[] = [];
for (const [index, file] of files.entries()) {
  try {
    const { pdf } = await print({ html: decodeHtml(readFileSync(file)) }, { pdfA: index % 2 === 0 ? "2b" : "3b" }, 60);
    made.push({ file, pdf });
  } catch (error) {
    console.error(`${file}: ${(error as Error).message}`);
  }
}
await stopEngines();
const verdicts = veraPdfVerdicts(made.map(({ pdf }) => pdf));
const compliant = verdicts.filter((verdict) => /^[23]b compliant$/.test(verdict)).length;
console.log(`${files.length} files: ${files.length - made.length} refused, ${compliant} of ${made.length} compliant`);
for (const [index, verdict] of verdicts.entries()) {
  if (!verdict.endsWith("compliant")) console.error(`${made[index]!.file}: ${verdict}`);
}
