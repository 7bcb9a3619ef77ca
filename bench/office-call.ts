import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { excelToPdf } from "../lib/engines/excel-to-pdf.ts";
import { wordToPdf } from "../lib/engines/word-to-pdf.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { hello, invoice, report, table } from "../test/support/office/documents.ts";
import { soffice } from "../test/support/office/soffice.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, formBytes, quantile } from "./support/load.ts";
import { rested } from "./support/rested.ts";

/**
 * How long does a warm call of word-to-pdf and excel-to-pdf take, compared with the engine alone and with
 * `soffice --convert-to` of the same tree? Bars: 1.3 times the engine; 6 times faster than soffice.
 */
const KEY_COUNT = 100;
const often = { warmUp: 4, rounds: 20 };
const folder = await mkdtemp(join(tmpdir(), "platen-bench-office-"));
const service = await wholeService(KEY_COUNT);
const connection = await connected(service.port);
for (const part of warmParts().values()) await part.start();

for (const [name, path, bytes, engine] of [
  ["hello.docx", "/v1/convert/word-to-pdf", hello, wordToPdf],
  ["report.docx", "/v1/convert/word-to-pdf", report, wordToPdf],
  ["invoice.xlsx", "/v1/convert/excel-to-pdf", invoice, excelToPdf],
  ["table.xlsx", "/v1/convert/excel-to-pdf", table, excelToPdf],
] as const) {
  const file = join(folder, name);
  await writeFile(file, bytes);
  const requests = service.keys.map((key) => formBytes(path, key, bytes));
  const call = async (round: number) => {
    if ((await ask(connection, requests[round % KEY_COUNT]!)) !== 200) throw new Error("a call failed");
  };
  // After so many calls the code of the service has been compiled.
  for (let round = 0; round < KEY_COUNT; round++) await call(round);
  // Each program by itself, because another one would empty the processor's caches.
  const calls = await rested(call, often);
  const runs = await rested(() => engine.run({ bytes }, AbortSignal.timeout(60_000)), often);
  const peers = await rested(() => soffice(folder, [file], folder), often);
  const [whole, run, peer] = [calls, runs, peers].map((taken) => quantile(taken, 0.5)) as [number, number, number];
  console.log(
    `${name}: ${whole.toFixed(0)} ms a call, ${(whole / run).toFixed(2)} times the engine alone (${run.toFixed(0)}); ` +
      `soffice ${peer.toFixed(0)}: ${(peer / whole).toFixed(1)} times faster`,
  );
}
connection.destroy();
for (const part of warmParts().values()) await part.stop();
await service.stop();
await rm(folder, { recursive: true });
