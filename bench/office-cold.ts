import { existsSync } from "node:fs";
import { join } from "node:path";
import { LAYER, packTree } from "../layers/libreoffice/pack.ts";
import { libreofficeFolder } from "../lib/engines/office/place.ts";
import { inEmptyRoot, rootRefused } from "../test/support/empty-root.ts";
import { quantile } from "./support/load.ts";

/** How long from the start of a process to its first PDF, in an empty root: tree on disk, and packed? Bars: 0.6 s, 1.2 s. */
const packed = join(import.meta.dirname, "..", LAYER, "libreoffice");
const support = join(import.meta.dirname, "../test/support");
const script = `
  const { printWord } = await import(${JSON.stringify(join(support, "office/engine.ts"))});
  const { docx, paragraph } = await import(${JSON.stringify(join(support, "office/docx.ts"))});
  const { stopEngines } = await import(${JSON.stringify(join(support, "print.ts"))});
  const loaded = performance.now();
  await printWord(docx(paragraph("first")));
  console.log(JSON.stringify([performance.now(), loaded]));
  await stopEngines();`;

const refused = rootRefused();
if (refused !== undefined) throw new Error(`this machine gives no root of its own: ${refused}`);
if (!existsSync(join(packed, "tree.tar.zst"))) await packTree(libreofficeFolder, packed);
for (const [name, folder] of [
  ["tree on disk", libreofficeFolder],
  ["packed layer", packed],
] as const) {
  const runs: [number, number][] = [];
  for (let round = 0; round < 7; round++) runs.push(JSON.parse(inEmptyRoot(script, { PLATEN_LIBREOFFICE: folder })));
  const [all, loading] = [0, 1].map((index) =>
    quantile(
      runs.map((run) => run[index]!),
      0.5,
    ),
  ) as [number, number];
  console.log(
    `${name}: ${(all / 1000).toFixed(2)} s, of which ${(loading / 1000).toFixed(2)} s load the TypeScript sources`,
  );
}
