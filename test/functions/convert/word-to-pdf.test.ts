import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { form } from "../../support/form.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { textOf } from "../../support/pdf-text.ts";
import { failure, newAccount, post, usage } from "../../support/platen.ts";

const path = "/convert/word-to-pdf";
const hello = docx(paragraph("Hello Word"));

suite(`POST ${path}`, () => {
  test("prints a document for 2 credits, and names the engine in X-Engine", async () => {
    const reply = await post(path, form({ file: hello }, "hello.docx"));
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("x-engine"), wordToPdf.name);
    assert.equal(reply.headers.get("x-credits-used"), "2");
    assert.match(await textOf(new Uint8Array(await reply.arrayBuffer())), /Hello Word/);
  });

  for (const [why, body, status, code, message] of [
    [
      "the file is a workbook",
      form({ file: xlsx([["x"]]) }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^file is an Excel workbook .*, not a Word document/,
    ],
    [
      "the file is truncated",
      form({ file: hello.subarray(0, 500) }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^file is damaged/,
    ],
    ["the file is missing", form({ other: hello }), 400, "INVALID_REQUEST", /file/],
    ["file is a text field", form({ file: "Hello" }), 400, "INVALID_REQUEST", /^file must be a file \(Word/],
    [
      "an option is unknown",
      form({ file: hello, options: '{"scale":2}' }),
      400,
      "INVALID_REQUEST",
      /options\.scale|options has unknown scale/,
    ],
    ["file is sent twice", form({ file: [hello, hello] }), 400, "INVALID_REQUEST", /^file must be sent once/],
    ["the body is JSON", { file: "Hello" }, 415, "UNSUPPORTED_MEDIA_TYPE", /./],
  ] as const) {
    test(`refuses when ${why}, and charges nothing`, async () => {
      const { account, key } = await newAccount(5);
      const refused = await failure(post(path, body, { key }));
      assert.deepEqual([refused.status, refused.code], [status, code]);
      assert.match(refused.message, message);
      assert.equal((await usage(account)).credits, 5);
    });
  }

  test("answers 415 to a document that LibreOffice cannot open, and charges nothing", async () => {
    const { account, key } = await newAccount(5);
    const torn = docx("<w:p><w:r><w:t>Hello</w:r></w:p>");
    const { status, message } = await failure(post(path, form({ file: torn }), { key }));
    assert.deepEqual([status, /damaged/.test(message)], [415, true]);
    assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
  });
});
