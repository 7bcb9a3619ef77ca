import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { dialectOf } from "../lib/engines/csv/rows.ts";
import { csvToPdf } from "../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../lib/engines/page-setup.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { wrongWithTable } from "../test/support/csv-cells.ts";
import { csvTable } from "../test/support/csv-tables.ts";
import { bytesOf } from "../test/support/finished.ts";

/**
 * Is every cell of 400 tables, as programs of eight countries export them, printed in its column, under its header? And are
 * the delimiters of the CSV files of CORPUS detected as their names say (`.tsv`: tab, `*.semicolon.csv`: semicolon)?
 */
const TABLE_COUNT = 400;
const print = async (bytes: Buffer) =>
  bytesOf(await csvToPdf.run({ bytes, title: "", pageSetup: PLAIN_PAGE }, AbortSignal.timeout(120_000)));

const wrong: string[] = [];
for (let number = 0; number < TABLE_COUNT; number++) {
  const { name, csv, rows } = csvTable(number);
  const found = await wrongWithTable(await print(Buffer.from(csv)), rows);
  if (found !== undefined) wrong.push(`${name}: ${found}`);
}
console.log(
  `${TABLE_COUNT} tables: ${TABLE_COUNT - wrong.length} right${wrong.length > 0 ? `; ${wrong.slice(0, 5).join("; ")}` : ""}`,
);

const corpus = process.env["CORPUS"];
const files = corpus === undefined ? [] : globSync(`${corpus}/**/*.{csv,tsv}`);
const due = (file: string) => (file.endsWith(".tsv") ? "\t" : file.endsWith(".semicolon.csv") ? ";" : ",");
const missed = files.filter((file) => {
  const { delimiter } = dialectOf(readFileSync(file));
  return delimiter !== due(file) && delimiter !== "\0";
});
if (files.length > 0) {
  console.log(
    `${files.length} files: another delimiter in ${missed.length}: ${missed
      .slice(0, 10)
      .map((file) => basename(file))
      .join(", ")}`,
  );
}
for (const part of warmParts().values()) await part.stop();
