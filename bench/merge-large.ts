import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largePdf, writeTwenty } from "../test/support/pdf/large-pdfs.ts";
import { type Cost, cost, middle } from "./support/measure.ts";

/** What do a merge of 20 files (94 MB in all) and the removal of 499 of 1,000 pages cost, compared with pdf-lib and native qpdf? */
const folder = mkdtempSync(join(tmpdir(), "platen-bench-"));
const script = (name: string) => new URL(`./support/${name}.ts`, import.meta.url).pathname;
const out = join(folder, "out.pdf");
const row = (name: string, { cpu, wall, peak }: Cost) =>
  console.log(`${name.padEnd(12)} ${cpu.toFixed(2)} s CPU  ${wall.toFixed(2)} s  ${peak.toFixed(0)} MB`);

try {
  const paths = await writeTwenty(folder);
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  console.log(`merge: 20 files, ${(size / 1_000_000).toFixed(1)} MB`);
  const ours = await middle(3, () => cost(process.execPath, script("merge-ours"), out, ...paths));
  row("platen", ours);
  const qpdf = await middle(3, () => cost("qpdf", "--empty", "--pages", ...paths, "--", out));
  row("qpdf", qpdf);
  const peer = await middle(3, () => cost(process.execPath, script("merge-pdf-lib"), out, ...paths));
  row("pdf-lib", peer);
  console.log(`ratio: ${(ours.cpu / peer.cpu).toFixed(2)} x pdf-lib, ${(ours.cpu / qpdf.cpu).toFixed(2)} x qpdf`);

  const path = join(folder, "thousand.pdf");
  writeFileSync(path, await largePdf(99, 1000, 0));
  console.log("remove: 499 of 1,000 pages");
  const removed = await middle(3, () => cost(process.execPath, script("remove-ours"), out, path, "499"));
  row("platen", removed);
  const other = await middle(3, () => cost(process.execPath, script("remove-pdf-lib"), out, path, "499"));
  row("pdf-lib", other);
  console.log(`ratio: ${(removed.cpu / other.cpu).toFixed(2)} x pdf-lib`);
} finally {
  rmSync(folder, { recursive: true });
}
