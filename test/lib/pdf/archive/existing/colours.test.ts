import assert from "node:assert/strict";
import { test } from "node:test";
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject } from "pdf-lib";
import { archived } from "../../../../support/pdf/archived.ts";
import { onePage } from "../../../../support/pdf/raw.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

const RGB = onePage({ content: "0 0 1 rg 0 0 40 40 re f" });
const MIXED = onePage({ content: "0 0 1 rg 0 0 40 40 re f 0 1 0 0 k 50 0 40 40 re f" });

/** The subtype and the profile of each output intent. */
const intentsOf = async (pdf: Uint8Array): Promise<(readonly [string, PDFObject | undefined])[]> => {
  const { catalog } = await PDFDocument.load(pdf);
  const intents = catalog.lookup(PDFName.of("OutputIntents"), PDFArray);
  return Array.from({ length: intents.size() }, (_, at) => {
    const intent = intents.lookup(at, PDFDict);
    return [String(intent.get(PDFName.of("S"))), intent.get(PDFName.of("DestOutputProfile"))];
  });
};

test("states a print profile twice, so that Poppler shows blue beside ink as it is and not as it would be printed", async () => {
  const result = await archived(MIXED);
  const [first, second, ...others] = await intentsOf(result);
  assert.deepEqual([first?.[0], second?.[0], others], ["/GTS_PDFA1", "/GTS_PDFX", []]);
  assert.equal(first?.[1], second?.[1], "the same profile");
  const again = await archived(result);
  assert.equal((await intentsOf(again)).length, 2);
  if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result, again]), ["2b compliant", "2b compliant"]);
});

test("states sRGB once", async () => {
  assert.deepEqual(
    (await intentsOf(await archived(RGB))).map(([subtype]) => subtype),
    ["/GTS_PDFA1"],
  );
});
