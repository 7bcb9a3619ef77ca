import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { failure, post } from "../../support/platen.ts";

const path = "/convert/excel-to-pdf";
const hello = xlsx([["Hello Excel", 1.5]]);

suite(`POST ${path}`, () => {
  test("prints a workbook for 2 credits, and names the engine in X-Engine", async () => {
    const reply = await post(path, form({ file: hello }, "hello.xlsx"));
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("x-engine"), excelToPdf.name);
    assert.equal(reply.headers.get("x-credits-used"), "2");
    assert.match(await textOf(new Uint8Array(await reply.arrayBuffer())), /Hello Excel\s+1\.5/);
  });

  test("prints as the options say, and says what is right if they are wrong", async () => {
    const options = JSON.stringify({ format: "A5", landscape: true, sheets: ["Sheet1"], pageRanges: "1" });
    const reply = await post(path, form({ file: hello, options }));
    assert.equal(reply.status, 200);
    const [page] = await readPages(new Uint8Array(await reply.arrayBuffer()));
    assert.deepEqual([Math.round(page!.width), Math.round(page!.height)], [595, 420]);
    for (const [wrong, message] of [
      [{ pageRanges: "0" }, /options\.pageRanges.*such as 1-3, 5/],
      [{ sheets: "Sheet1" }, /options\.sheets must be a list, such as \["Summary",2\]/],
      [{ sheets: [0] }, /options\.sheets/],
    ] as const) {
      const refused = await failure(post(path, form({ file: hello, options: JSON.stringify(wrong) })));
      assert.match(refused.message, message);
    }
  });

  for (const [why, body, status, code] of [
    ["the file is a Word document", form({ file: docx(paragraph("x")) }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["the file is truncated", form({ file: hello.subarray(0, 500) }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["the file is empty", form({ file: new Uint8Array() }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["an option is unknown", form({ file: hello, options: '{"waitTimeout":1}' }), 400, "INVALID_REQUEST"],
    ["a range of pages is reversed", form({ file: hello, options: '{"pageRanges":"3-1"}' }), 400, "INVALID_REQUEST"],
    ["a sheet is not there", form({ file: hello, options: '{"sheets":["x"]}' }), 400, "INVALID_REQUEST"],
    [
      "it is scaled and fitted",
      form({ file: hello, options: '{"scale":1,"fitToWidth":true}' }),
      400,
      "INVALID_REQUEST",
    ],
  ] as const) {
    test(`refuses when ${why}`, async () => {
      const refused = await failure(post(path, body));
      assert.deepEqual([refused.status, refused.code], [status, code]);
    });
  }
});
