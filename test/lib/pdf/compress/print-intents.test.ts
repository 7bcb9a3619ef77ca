import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quality } from "../../../../lib/pdf/compress/levels.ts";
import { compress } from "../../../support/pdf/compress.ts";
import { unpacked } from "../../../support/pdf/look.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const forPress = rawPdf(
  [
    "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
    rawStream(`1 0 0 0 k 10 10 50 50 re f${" ".repeat(4000)}`),
    rawStream("<d><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>kept</d>", "/Type/Metadata/Subtype/XML"),
    "<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)/DestOutputProfile 7 0 R>>",
    rawStream("profile of the press".repeat(30), "/N 4"),
    "<</GTS_PDFXVersion(PDF/X-4)/Title(T)>>",
  ],
  "/Info 8 0 R",
);

const compressed = (quality: Quality) => compress(forPress, quality);

test("quality low removes a PDF/X output intent and the PDF/X claim, with a warning", async () => {
  const { body, warnings } = await compressed("medium");
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["print-intent-removed"],
  );
  assert.doesNotMatch(unpacked(body), /profile of the press|PDF\/X/);
  assert.match(unpacked(body), /kept/);
});

test("quality high keeps them", async () => {
  const { body, warnings } = await compressed("high");
  assert.deepEqual(warnings, []);
  assert.match(unpacked(body), /profile of the press/);
  assert.match(unpacked(body), /PDF\/X-4/);
});
