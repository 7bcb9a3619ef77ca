import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { xlsx } from "../test/support/office/xlsx.ts";
import { soffice } from "./office/soffice.ts";
import { ask, connected, formBytes, quantile } from "./support/load.ts";
import { csvOf, HEAD, rowOf } from "./support/sales.ts";
import { wholeService } from "./support/whole.ts";

/**
 * What does a whole call of csv-to-pdf take for 1,000 rows of 8 cells, warm, beside the same cells through excel-to-pdf,
 * and `soffice --convert-to` of the CSV itself? Bar: 4 times faster than excel-to-pdf.
 */
const ROWS = 1000;
const KEYS = 20;
const WARM_UP = 20;
const ROUNDS = 20;
/** Milliseconds before each call: what the last one left has ended. */
const REST = 150;
const number = (cell: string) => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
const csv = csvOf(ROWS);
const workbook = xlsx([HEAD, ...Array.from({ length: ROWS }, (_, row) => rowOf(row).map(number))]);
const folder = await mkdtemp(join(tmpdir(), "platen-bench-csv-"));
const file = join(folder, "table.csv");
await writeFile(file, csv);
const service = await wholeService(KEYS);
const connection = await connected(service.port);
const caller = (path: string, bytes: Uint8Array) => {
  const requests = service.keys.map((key) => formBytes(path, key, bytes));
  return async (round: number): Promise<number> => {
    await sleep(REST);
    const started = performance.now();
    if ((await ask(connection, requests[round % KEYS]!)) !== 200) throw new Error("a call failed");
    return performance.now() - started;
  };
};
const [byUs, byExcel] = [caller("/v1/convert/csv-to-pdf", csv), caller("/v1/convert/excel-to-pdf", workbook)];
const [ours, excels, peers]: [number[], number[], number[]] = [[], [], []];
try {
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const [mine, excel] = [await byUs(round), await byExcel(round)];
    if (round < WARM_UP) continue;
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
  connection.destroy();
  await service.stop();
  await rm(folder, { recursive: true });
}
const [mine, excel, peer] = [ours, excels, peers].map((times) => quantile(times, 0.5)) as [number, number, number];
console.log(
  `1,000 rows × 8: ${mine.toFixed(0)} ms a call, excel-to-pdf ${excel.toFixed(0)}: ${(excel / mine).toFixed(1)} times faster; soffice ${peer.toFixed(0)}: ${(peer / mine).toFixed(1)} times faster`,
);
