import assert from "node:assert/strict";
import { test } from "node:test";
import { PDFDocument, PDFName, type PDFString } from "pdf-lib";
import { form } from "../../../../support/form.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { pageTexts } from "../../../../support/pdf/look.ts";
import { onePage } from "../../../../support/pdf/raw.ts";
import { failure, post } from "../../../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

/** A tagged page in Helvetica, whose encoding has these entries and whose catalog states a language with a zero at its end. */
const tagged = (encoding: string): Buffer =>
  onePage({
    content: "/P<</MCID 0>>BDC BT /F 20 Tf 20 40 Td (Caf\\351 \\223A\\224) Tj ET EMC",
    resources: `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica${encoding}>>>>`,
    page: "/StructParents 0",
    catalog: "/MarkInfo<</Marked true>>/Lang(en_GB\\000)/StructTreeRoot 5 0 R",
    objects: [
      "<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[7 0 R]]>>>>",
      "<</Type/StructElem/S/Document/P 5 0 R/K 7 0 R>>",
      "<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 0>>",
    ],
  });

test("codes of a named encoding have a meaning in level A without a map to Unicode", async () => {
  const result = await archived(tagged("/Encoding/WinAnsiEncoding"), { level: "2a" });
  assert.deepEqual(await pageTexts(result), ["Café “A”"]);
  const { catalog } = await PDFDocument.load(result, { updateMetadata: false });
  assert.equal((catalog.lookup(PDFName.of("Lang")) as PDFString).decodeText(), "en-GB");
  if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["2a compliant"]);
});

for (const name of ["g17", "uFFFFFF", "uniD800"]) {
  test(`a code whose glyph has the name ${name} keeps a file from level A`, async () => {
    const encoding = `/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/${name}]>>`;
    const { status } = await failure(await post("/pdf/archive", form({ file: tagged(encoding), level: "2a" })));
    assert.equal(status, 400);
  });
}
