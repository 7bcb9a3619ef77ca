import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePdf } from "../../../../lib/engines/pdf-engine.ts";
import { renameInScript } from "../../../../lib/pdf/form-fields/references.ts";
import { bytesOf } from "../../../support/finished.ts";
import { unpacked } from "../../../support/pdf/look.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const renamed = new Map([["total", "total_2"]]);

for (const [script, expected] of [
  ['getField("total").value', 'getField("total_2").value'],
  ["this.getField( 'total.net' )", "this.getField( 'total_2.net' )"],
  [
    'AFSimple_Calculate("SUM", new Array ("total", "other"))',
    'AFSimple_Calculate("SUM", new Array ("total_2", "other"))',
  ],
  ['AFSimple_Calculate("PRD", "total, other,total.a")', 'AFSimple_Calculate("PRD", "total_2, other,total_2.a")'],
  ['resetForm(["total"]); show("total")', 'resetForm(["total_2"]); show("total")'],
  ['// getField("total")\nvar x = "total";', '// getField("total")\nvar x = "total";'],
  ['getField("totals"); getField("subtotal")', 'getField("totals"); getField("subtotal")'],
  ['getField("total', 'getField("total'],
] as const) {
  test(`in ${JSON.stringify(script)} only field names are renamed`, () => {
    assert.equal(renameInScript(script, renamed), expected);
  });
}

test("an unterminated script costs little time", () => {
  for (const part of ["/*", "\\", '"\\"', "'\"", "(", "*"]) {
    const hostile = `getField(${part.repeat(200_000)}`;
    assert.equal(renameInScript(hostile, renamed).length, hostile.length);
  }
});

test("calculations of a second file with the same field names use its own fields", async () => {
  const form = rawPdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/CO[5 0 R]>>/Names<</JavaScript<</Names[(start)8 0 R]>>>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>",
    "<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R 6 0 R]>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(price)>>",
    '<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(sum)/AA<</C<</S/JavaScript/JS(AFSimple_Calculate\\("SUM", "price"\\))>>>>>>',
    "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/A<</S/Hide/T[(sum)(other)]/Next<</S/ResetForm/Fields[(price)4 0 R]>>>>>>",
    rawStream('getField("sum").value = 1'),
    "<</S/JavaScript/JS 7 0 R>>",
  ]);
  const files = ["a.pdf", "b.pdf"].map((name) => ({ name, bytes: form }));
  const text = unpacked(await bytesOf(await mergePdf.run(files, new AbortController().signal)));
  for (const said of ['"price"', '"price_2"', '"sum"', '"sum_2"']) assert.ok(text.includes(said), said);
  for (const name of ["sum_2", "price_2"])
    assert.equal(text.split(`\n${name}\n`).length, 3, `${name}: field and action`);
});
