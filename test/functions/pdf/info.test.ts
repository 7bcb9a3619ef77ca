import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/info";

/** The answer; what it may hold is in the document of the interface. */
type Information = Readonly<Record<string, unknown>> & {
  readonly bytes: Readonly<Record<string, number>>;
  readonly encryption?: { readonly needsPassword: boolean };
};

const infoOf = async (file: Uint8Array, more: object = {}): Promise<Information> => {
  const reply = await post(PATH, form({ file, ...more }));
  assert.equal(reply.status, 200, await reply.clone().text());
  assert.equal(reply.headers.get("content-type"), "application/json");
  return (await reply.json()) as Information;
};

suite("POST /pdf/info", { concurrency: 2 }, () => {
  test("tells the pages as they are shown, with the labels that readers show", async () => {
    const { pages, version, title, language, isTagged } = await infoOf(richPdf("A"));
    assert.deepEqual(pages, [
      { width: 200, height: 300, rotation: 90, label: "i" },
      { width: 200, height: 300, rotation: 90, label: "A-7" },
    ]);
    assert.deepEqual([version, title, language, isTagged], ["1.7", "A title", "en", true]);
  });

  test("tells form fields, attachments, fonts and pictures", async () => {
    const { formFields, attachments, fonts, pictures, bytes } = await infoOf(richPdf("A"));
    assert.deepEqual(formFields, [{ name: "name", type: "text", value: "A value" }]);
    assert.deepEqual(attachments, [{ name: "note.txt" }]);
    assert.deepEqual(fonts, [{ name: "Helvetica", type: "Type1", isEmbedded: false, isSubset: false }]);
    assert.deepEqual(pictures, [{ width: 10, height: 20, filters: [], bytes: 200, dpi: 144 }]);
    assert.deepEqual([bytes["pictures"], bytes["attachments"]], [200, 10]);
    const { total, ...kinds } = bytes;
    assert.equal(
      Object.values(kinds).reduce((sum, size) => sum + size, 0),
      total,
    );
  });

  test("tells how a file is protected", async () => {
    const locked = await readFile("test/fixtures/pdf/password.pdf");
    const { encryption } = await infoOf(locked, { password: "secret" });
    assert.equal(encryption?.needsPassword, true);
    const reply = await post(
      "/pdf/protect",
      form({ file: richPdf("A"), ownerPassword: "o", permissions: '["print","copy"]' }),
    );
    const restricted = await infoOf(new Uint8Array(await reply.arrayBuffer()));
    assert.deepEqual(restricted.encryption, {
      cipher: "AES-256",
      needsPassword: false,
      permissions: ["print", "copy"],
    });
  });

  refuses(PATH, [
    ["the file is no PDF", form({ file: Buffer.from("GIF89a") }), 415, "UNSUPPORTED_MEDIA_TYPE", /^file/],
  ]);
});
