import assert from "node:assert/strict";
import { after, test } from "node:test";
import { printedPages } from "../../../../lib/engines/chromium/skia-file.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { textPdf } from "../../../support/pdf/raw.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const page = "<p style='break-after:page'>/Count 7 /Pages 1 0 R trailer startxref 5";

for (const count of [1, 8, 9, 70]) {
  test(`counts the pages of a printed document of ${count}`, async () => {
    const { pdf } = await print({ html: `<title>/Root 1 0 R</title>${page.repeat(count - 1)}<p>end` });
    assert.equal(await withPdfJs(pdf, async ({ numPages }) => numPages), count);
    assert.equal(printedPages(Buffer.from(pdf)), count);
  });
}

test("the number of pages is unknown if a file is built in another way", () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("%PDF-1.4\nstartxref\n9\n%%EOF"),
    Buffer.from(textPdf("x")).subarray(0, 90),
  ])
    assert.equal(printedPages(bytes), undefined);
});
