import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/unlock";
const fixture = (name: string): Promise<Buffer> => readFile(`test/fixtures/pdf/${name}.pdf`);
const locked = await fixture("password");

const unlock = async (file: Buffer, password?: string): Promise<Uint8Array> => {
  const reply = await post(PATH, form({ file, ...(password !== undefined && { password }) }));
  assert.equal(reply.status, 200, await reply.clone().text());
  assert.equal(reply.headers.get("x-warnings"), "0");
  return new Uint8Array(await reply.arrayBuffer());
};

suite("POST /pdf/unlock", { concurrency: 2 }, () => {
  test("removes the password", async () => {
    const bytes = await unlock(locked, "secret");
    assert.doesNotMatch(Buffer.from(bytes).toString("latin1"), /\/Encrypt/);
    await withPdfJs(bytes, async (pdf) => assert.ok(pdf.numPages > 0));
  });

  for (const name of ["rc4-40", "rc4-128", "aes-128", "aes-256", "aes-256-r5"]) {
    test(`removes the restrictions of ${name}, which opens without a password`, async () => {
      const bytes = await unlock(await fixture(name));
      await withPdfJs(bytes, async (pdf) => assert.equal(await pdf.getPermissions(), null));
    });
  }

  test("returns a file without protection as it is", async () => {
    const file = textPdf("Open");
    assert.deepEqual(Buffer.from(await unlock(file, "any")), file);
  });

  refuses(PATH, [
    ["the file needs a password", form({ file: locked }), 400, "INVALID_REQUEST", /^file: The PDF is encrypted/],
    ["the password is wrong", form({ file: locked, password: "x" }), 400, "INVALID_REQUEST", /^password does not open/],
  ]);
});
