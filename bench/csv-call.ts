import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { soffice } from "../test/support/office/soffice.ts";
import { xlsx } from "../test/support/office/xlsx.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, formBytes, quantile } from "./support/load.ts";
import { rested } from "./support/rested.ts";
import { csvOf, HEAD, rowOf } from "./support/sales.ts";

/**
 * How long does a warm call of csv-to-pdf take for 1,000 rows of 8 cells, compared with excel-to-pdf for the same cells and
 * with `soffice --convert-to` for the CSV? Bar: 4 times faster than excel-to-pdf.
 */
const ROW_COUNT = 1000;
const KEY_COUNT = 20;
const number = (cell: string) => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell);
const csv = csvOf(ROW_COUNT);
const workbook = xlsx([HEAD, ...Array.from({ length: ROW_COUNT }, (_, row) => rowOf(row).map(number))]);
const folder = await mkdtemp(join(tmpdir(), "platen-bench-csv-"));
const file = join(folder, "table.csv");
await writeFile(file, csv);
const service = await wholeService(KEY_COUNT);
const connection = await connected(service.port);
const call = async (path: string, bytes: Uint8Array): Promise<number[]> => {
  const requests = service.keys.map((key) => formBytes(path, key, bytes));
  return rested(
    async (round) => {
      if ((await ask(connection, requests[round % KEY_COUNT]!)) !== 200) throw new Error("a call failed");
    },
    { warmUp: KEY_COUNT, rounds: KEY_COUNT },
  );
};
const ours = await call("/v1/convert/csv-to-pdf", csv);
const excels = await call("/v1/convert/excel-to-pdf", workbook);
const peers = await rested(() => soffice(folder, [file], folder), { warmUp: 1, rounds: 5 });
connection.destroy();
await service.stop();
await rm(folder, { recursive: true });
const [mine, excel, peer] = [ours, excels, peers].map((times) => quantile(times, 0.5)) as [number, number, number];
console.log(
  `1,000 rows × 8: ${mine.toFixed(0)} ms a call, excel-to-pdf ${excel.toFixed(0)}: ${(excel / mine).toFixed(1)} times faster; soffice ${peer.toFixed(0)}: ${(peer / mine).toFixed(1)} times faster`,
);
