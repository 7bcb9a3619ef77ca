import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { csvToPdf } from "../../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { wrongWithTable } from "../../../support/csv-cells.ts";
import { csvTable } from "../../../support/csv-tables.ts";
import { bytesOf } from "../../../support/finished.ts";

after(() => warmParts().get(csvToPdf.name)!.stop());

suite("tables as programs of many countries export them", () => {
  for (const { name, csv, rows } of Array.from({ length: 10 }, (_, number) => csvTable(number))) {
    test(`${name}: every cell stands in its column, under its head`, async () => {
      const job = { bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE };
      const pdf = await bytesOf(await csvToPdf.run(job, AbortSignal.timeout(600_000)));
      assert.equal(await wrongWithTable(pdf, rows), undefined, csv.slice(0, 300));
    });
  }
});
