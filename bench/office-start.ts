import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packFolder } from "../layers/pack.ts";
import { libreofficeFolder } from "../lib/engines/office/installation.ts";
import { inEmptyRoot } from "../test/support/empty-root.ts";
import { hello, invoice } from "../test/support/office/documents.ts";
import { quantile } from "./support/load.ts";

/**
 * How long does it take from the start of a process to its first PDF of Word and of Excel, with the LibreOffice tree on the
 * disk, and from the packed layer in an empty read-only root? Bars: 0.6 s and 1.2 s.
 */
const ROUNDS = 7;
// Inside the project, because the empty root shows nothing else.
const layer = mkdtempSync(resolve(".cache/office-start-"));
writeFileSync(join(layer, "hello.docx"), hello);
writeFileSync(join(layer, "invoice.xlsx"), invoice);
await packFolder(libreofficeFolder, join(layer, "packed"));
cpSync(join(libreofficeFolder, "tree.json"), join(layer, "tree.json"));

const script = (file: string, engine: string, document: string): string => `
  import { readFileSync } from "node:fs";
  import { ${engine} as engine } from ${JSON.stringify(resolve(`lib/engines/${file}.ts`))};
  import { warmParts } from ${JSON.stringify(resolve("lib/workers/warm.ts"))};
  await engine.run({ bytes: readFileSync(${JSON.stringify(join(layer, document))}) }, AbortSignal.timeout(30_000));
  console.log(performance.now());
  await warmParts().get("libreoffice").stop();`;

const onDisk = (source: string): string =>
  spawnSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" }).stdout;

const packed = (source: string): string => inEmptyRoot(source, { PLATEN_LIBREOFFICE: layer });

try {
  for (const [name, source] of [
    ["hello.docx", script("word-to-pdf", "wordToPdf", "hello.docx")],
    ["invoice.xlsx", script("excel-to-pdf", "excelToPdf", "invoice.xlsx")],
  ] as const) {
    const found = [onDisk, packed].map((run) => {
      const times = Array.from({ length: ROUNDS }, () => Number(run(source)));
      return `${quantile(times, 0.5).toFixed(0)} ms (at worst ${quantile(times, 1).toFixed(0)})`;
    });
    console.log(`${name}: ${found[0]} with the tree on the disk, ${found[1]} from the packed layer in an empty root`);
  }
} finally {
  rmSync(layer, { recursive: true });
}
