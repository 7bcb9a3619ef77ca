import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mergePdf, removePages } from "../lib/engines/pdf-engine.ts";
import { ServiceError } from "../lib/errors/service-error.ts";
import { compressDocument } from "../lib/pdf/compress/compress.ts";
import { openWithBudget } from "../lib/pdf/read/open.ts";
import { writePdf } from "../lib/pdf/write/write.ts";
import { mutations } from "../test/support/pdf/mutate.ts";
import { richPdf } from "../test/support/pdf/rich.ts";

/**
 * Do RUNS (20,000) damaged files go through each engine (or through the named ones) without an internal failure, and within
 * what time and memory? Name one engine to see its memory.
 */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const runs = Number(process.env["RUNS"] ?? 20_000);
const seed = Number(process.env["SEED"] ?? 1);
const sound: Buffer[] = readdirSync(corpus)
  .filter((name) => name.endsWith(".pdf"))
  .map((name) => readFileSync(join(corpus, name)))
  .filter((bytes) => bytes.length < 60_000);
sound.push(richPdf("A"));
const { signal } = new AbortController();

const engines: Record<string, (bytes: Buffer) => Promise<unknown>> = {
  merge: (bytes) =>
    mergePdf.run(
      [
        { name: "a", bytes },
        { name: "b", bytes: richPdf("B") },
      ],
      signal,
    ),
  remove: (bytes) => removePages.run({ bytes, pages: [1] }, signal),
  // Not in the engine's process, whose end would hide a crash: here a crash ends the bench.
  compress: async (bytes) => {
    const { document, budget } = openWithBudget(bytes);
    return writePdf(await compressDocument(document, "medium", budget));
  },
};

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(engines)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const tally = { done: 0, refused: 0, failed: 0 };
  let longest = 0;
  for (const bytes of mutations(sound, seed, runs)) {
    const before = process.cpuUsage();
    try {
      await run(bytes);
      tally.done++;
    } catch (error) {
      if (error instanceof ServiceError) tally.refused++;
      else {
        tally.failed++;
        if (tally.failed <= 5) console.error(name, error);
      }
    }
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
  console.log(
    `${name}: ${JSON.stringify(tally)}, longest ${longest.toFixed(0)} ms of CPU, peak so far ${peak.toFixed(0)} MB`,
  );
}
process.exit();
