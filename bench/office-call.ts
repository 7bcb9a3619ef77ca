import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { excelToPdf } from "../lib/engines/excel-to-pdf.ts";
import { wordToPdf } from "../lib/engines/word-to-pdf.ts";
import { officeService } from "./office/calls.ts";
import { hello, invoice, report, table } from "./office/documents.ts";
import { soffice } from "./office/soffice.ts";
import { quantile } from "./support/load.ts";

/** What does a whole call of word-to-pdf and excel-to-pdf take, warm, against `soffice --convert-to` of the same tree? Bar: 6 times faster. */
const ROUNDS = 15;
const folder = await mkdtemp(join(tmpdir(), "platen-bench-office-"));
const service = await officeService(20);

for (const [name, path, bytes, engine] of [
  ["hello.docx", "/convert/word-to-pdf", hello, wordToPdf],
  ["report.docx", "/convert/word-to-pdf", report, wordToPdf],
  ["invoice.xlsx", "/convert/excel-to-pdf", invoice, excelToPdf],
  ["table.xlsx", "/convert/excel-to-pdf", table, excelToPdf],
] as const) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  const [calls, runs, peers]: [number[], number[], number[]] = [[], [], []];
  await soffice(folder, [file], folder);
  await service.call({ path, bytes });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  for (let round = 0; round < ROUNDS; round++) {
    calls.push(await service.call({ path, bytes }));
    runs.push(await timed(() => engine.run({ bytes }, AbortSignal.timeout(60_000))));
    peers.push(await timed(() => soffice(folder, [file], folder)));
  }
  const [call, run, peer] = [calls, runs, peers].map((times) => quantile(times, 0.5)) as [number, number, number];
  console.log(
    `${name}: ${call.toFixed(0)} ms a call (the engine alone ${run.toFixed(0)}), soffice ${peer.toFixed(0)}: ${(peer / call).toFixed(1)} times faster`,
  );
}
await service.stop();
await rm(folder, { recursive: true });
