import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { dialectOf } from "../../../../lib/engines/csv/dialect.ts";
import { csvToPdf } from "../../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { corpusFiles, noCorpus } from "../../../support/corpus.ts";
import { wrongWithTable } from "../../../support/csv-cells.ts";
import { csvTable } from "../../../support/csv-tables.ts";
import { bytesOf } from "../../../support/finished.ts";

after(() => warmParts().get(csvToPdf.name)!.stop());

const TABLE_COUNT = 400;

test(`every cell of ${TABLE_COUNT} tables, as programs of eight countries export them, stands in its column, under its head`, async () => {
  const wrong: string[] = [];
  for (let number = 0; number < TABLE_COUNT; number++) {
    const { name, csv, rows } = csvTable(number);
    const job = { bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE };
    const pdf = await bytesOf(await csvToPdf.run(job, AbortSignal.timeout(600_000)));
    const found = await wrongWithTable(pdf, rows);
    if (found !== undefined) wrong.push(`${name}: ${found}`);
  }
  assert.deepEqual(wrong, []);
});

test("the delimiters of genuine files are detected as their names say", { skip: noCorpus }, () => {
  const due = (file: string) => (file.endsWith(".tsv") ? "\t" : file.endsWith(".semicolon.csv") ? ";" : ",");
  const missed = [...corpusFiles("csv"), ...corpusFiles("tsv")].filter((file) => {
    const { delimiter } = dialectOf(readFileSync(file));
    return delimiter !== due(file) && delimiter !== "\0";
  });
  assert.deepEqual(missed, []);
});
