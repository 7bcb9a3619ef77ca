import assert from "node:assert/strict";
import { after, test } from "node:test";
import { csvToPdf } from "../../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { bytesOf } from "../../../support/finished.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { readPages } from "../../../support/pdf-text.ts";

after(() => warmParts().get(csvToPdf.name)?.stop());

const print = async (csv: string) =>
  bytesOf(
    await csvToPdf.run({ bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE }, AbortSignal.timeout(600_000)),
  );

test("a table has no column without a title and a cell, but one with a title alone", async () => {
  const placesOf = async (csv: string) => {
    const [page] = await readPages(await print(csv));
    return page?.words.map(({ text, x }) => `${text} ${x}`);
  };
  assert.deepEqual(await placesOf("a,,b,\n1,,2,\n"), await placesOf("a,b\n1,2\n"));
  assert.match((await pageTexts(await print("a,none,b\n1,,2\n"))).join(), /a\s*none\s*b\s*1\s*2/);
  assert.match((await pageTexts(await print(",\n,\n"))).join(), /Page/);
});
