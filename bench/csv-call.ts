import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { xlsx } from "../test/support/office/xlsx.ts";
import { officeService } from "./office/calls.ts";
import { soffice } from "./office/soffice.ts";
import { quantile } from "./support/load.ts";
import { csvOf, HEAD, rowOf } from "./support/sales.ts";

/**
 * What does a whole call of csv-to-pdf take for 1,000 rows of 8 cells, warm, beside the same cells through excel-to-pdf,
 * and `soffice --convert-to` of the CSV itself? Bar: 4 times faster than excel-to-pdf.
 */
const ROWS = 1000;
const WARM_UP = 15;
const ROUNDS = 20;
const number = (cell: string) => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
const csv = csvOf(ROWS);
const workbook = xlsx([HEAD, ...Array.from({ length: ROWS }, (_, row) => rowOf(row).map(number))]);
const folder = await mkdtemp(join(tmpdir(), "platen-bench-csv-"));
const file = join(folder, "table.csv");
await writeFile(file, csv);
const service = await officeService(20);
const [ours, excels, peers]: [number[], number[], number[]] = [[], [], []];
try {
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const mine = await service.call({ path: "/convert/csv-to-pdf", bytes: csv });
    const excel = await service.call({ path: "/convert/excel-to-pdf", bytes: workbook });
    if (round < 0) continue;
    ours.push(mine);
    excels.push(excel);
  }
  await soffice(folder, [file], folder);
  for (let round = 0; round < ROUNDS / 4; round++) {
    const started = performance.now();
    await soffice(folder, [file], folder);
    peers.push(performance.now() - started);
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}
const [mine, excel, peer] = [ours, excels, peers].map((times) => quantile(times, 0.5)) as [number, number, number];
console.log(
  `1,000 rows × 8: ${mine.toFixed(0)} ms a call, excel-to-pdf ${excel.toFixed(0)}: ${(excel / mine).toFixed(1)} times faster; soffice ${peer.toFixed(0)}: ${(peer / mine).toFixed(1)} times faster`,
);
