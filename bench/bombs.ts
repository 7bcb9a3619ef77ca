import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bombs } from "../test/support/pdf/bombs.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { cost } from "./support/measure.ts";

/** How much time and memory (of the largest process) do decompression bombs cost each engine, in a separate process? */
const folder = mkdtempSync(join(tmpdir(), "platen-bombs-"));
const script = (name: string) => new URL(`./support/${name}.ts`, import.meta.url).pathname;
const bomb = join(folder, "bomb.pdf");
const plain = join(folder, "plain.pdf");
const out = join(folder, "out.pdf");
const wanted = process.argv[2];

try {
  writeFileSync(plain, textPdf("plain"));
  for (const [name, make] of Object.entries(bombs)) {
    if (wanted !== undefined && !name.includes(wanted)) continue;
    writeFileSync(bomb, make());
    const costs = {
      merge: await cost(process.execPath, script("merge-ours"), out, bomb, plain),
      remove: await cost(process.execPath, script("remove-ours"), out, bomb, "0"),
      compress: await cost(process.execPath, script("compress-ours"), out, bomb, "medium"),
    };
    const cells = Object.entries(costs).map(
      ([job, { wall, cpu, peak }]) => `${job} ${wall.toFixed(1)} s (CPU ${cpu.toFixed(1)}) ${peak.toFixed(0)} MB`,
    );
    console.log(`${name.padEnd(48)} ${cells.join("  ")}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
