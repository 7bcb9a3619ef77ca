import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { textOf } from "../../support/pdf-text.ts";
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

  for (const [why, body, status, code] of [
    ["the file is a Word document", form({ file: docx(paragraph("x")) }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["the file is truncated", form({ file: hello.subarray(0, 500) }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["the file is empty", form({ file: new Uint8Array() }), 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["there are options", form({ file: hello, options: "{}" }), 400, "INVALID_REQUEST"],
  ] as const) {
    test(`refuses when ${why}`, async () => {
      const refused = await failure(post(path, body));
      assert.deepEqual([refused.status, refused.code], [status, code]);
    });
  }
});
