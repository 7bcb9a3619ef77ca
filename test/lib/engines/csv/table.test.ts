import assert from "node:assert/strict";
import { after, test } from "node:test";
import { csvToPdf } from "../../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { bytesOf } from "../../../support/finished.ts";
import { pageTexts, withPdfJs } from "../../../support/pdf/look.ts";

after(() => warmParts().get(csvToPdf.name)?.stop());

test("the column that each page of a wide table repeats is read once", async () => {
  const row = (name: string) => [name, ...Array.from({ length: 39 }, (_, at) => `measure${at}`)].join(",");
  const output = await csvToPdf.run(
    { bytes: Buffer.from(["plant", "maple", "agrimony"].map(row).join("\n")), title: "", pageSetup: PLAIN_PAGE },
    AbortSignal.timeout(600_000),
  );
  const pdf = await bytesOf(output);
  const pages = await pageTexts(pdf);
  assert.ok(pages.length > 1 && pages.every((page) => page.includes("agrimony")));
  await withPdfJs(pdf, async (document) => {
    let read = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const tree = JSON.stringify(await (await document.getPage(number)).getStructTree());
      read += tree.match(/"type":"content"/g)?.length ?? 0;
    }
    assert.equal(read, 3 * 40);
  });
});
