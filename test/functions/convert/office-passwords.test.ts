import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { noOffice } from "../../support/office/engine.ts";
import { textOf } from "../../support/pdf-text.ts";
import { newAccount, post, usage } from "../../support/platen.ts";

const fixture = (name: string) => readFile(`test/fixtures/office/${name}`);
const failure = async (reply: Response) => {
  const { error } = (await reply.json()) as { error: { message: string; reason: string } };
  return [reply.status, error.reason, error.message] as const;
};

suite("the password of an encrypted file", { skip: noOffice, concurrency: 2 }, () => {
  for (const [path, name, password, text] of [
    ["/convert/word-to-pdf", "password.docx", "pass", /password protected document/],
    ["/convert/excel-to-pdf", "password.xlsx", "tika", /Encrypted Excel spreadsheet/],
  ] as const) {
    test(`opens it at ${path}, and a warning tells that the PDF needs none`, async () => {
      const reply = await post(path, form({ file: await fixture(name), password }));
      assert.equal(reply.status, 200, await reply.clone().text());
      assert.match(await textOf(new Uint8Array(await reply.arrayBuffer())), text);
      const told = await post(path, form({ file: await fixture(name), password }), { accept: "application/json" });
      const { warnings } = (await told.json()) as { warnings: { code: string }[] };
      assert.ok(warnings.some(({ code }) => code === "password-removed"));
    });

    test(`is asked for at ${path} if it is missing or wrong, and nothing is charged`, async () => {
      const { account, key } = await newAccount();
      const missing = await failure(await post(path, form({ file: await fixture(name) }), { key }));
      assert.deepEqual(missing.slice(0, 2), [400, "document-encrypted"]);
      assert.match(missing[2], /^file is encrypted/);
      const wrong = await failure(await post(path, form({ file: await fixture(name), password: "other" }), { key }));
      assert.deepEqual(wrong.slice(0, 2), [400, "wrong-password"]);
      assert.match(wrong[2], /^password does not open/);
      assert.equal((await usage(account)).credits, 100);
    });
  }

  test("does not hide what was encrypted", async () => {
    const reply = await post("/convert/word-to-pdf", form({ file: await fixture("password.xlsx"), password: "tika" }));
    const [status, , message] = await failure(reply);
    assert.equal(status, 415);
    assert.match(message, /^file is an Excel workbook \(\.xlsx\), not a Word document/);
  });
});
