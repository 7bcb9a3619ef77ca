import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
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
  test("describes the pages as they are shown, with the labels that readers show", async () => {
    const { pages, version, title, language, isTagged } = await infoOf(richPdf("A"));
    assert.deepEqual(pages, [
      { width: 200, height: 300, rotation: 90, label: "i" },
      { width: 200, height: 300, rotation: 90, label: "A-7" },
    ]);
    assert.deepEqual([version, title, language, isTagged], ["1.7", "A title", "en", true]);
  });

  test("describes form fields, attachments, fonts and pictures", async () => {
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

  test("lists fonts that stand in the resources, pictures without their masks, and dates that there are", async () => {
    const image = "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8";
    const file = rawPdf(
      [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>",
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>/XObject<</I 5 0 R>>>>>>",
        rawStream("q 72 0 0 72 0 0 cm /I Do Q BT /F 9 Tf (Hi) Tj ET"),
        rawStream("a", `${image}/ColorSpace/DeviceGray/SMask 6 0 R`),
        rawStream("b", `${image}/ColorSpace/DeviceGray`),
        "<</CreationDate(D:20260131235959+02'30')/ModDate(D:20261399)>>",
      ],
      "/Info 7 0 R",
    );
    const { fonts, pictures, created, modified } = await infoOf(file);
    assert.deepEqual(fonts, [{ name: "Courier", type: "Type1", isEmbedded: false, isSubset: false }]);
    assert.deepEqual(pictures, [{ width: 1, height: 1, filters: [], bytes: 1, dpi: 1 }]);
    assert.deepEqual([created, modified], ["2026-01-31T23:59:59+02:30", "D:20261399"]);
  });

  test("reads dates without a D:, and texts that end with U+0000", async () => {
    const file = rawPdf(
      [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        "<</CreationDate(20200626022239+00'00')/ModDate(1998, in July)/Title<FEFF00410000>>>",
      ],
      "/Info 4 0 R",
    );
    const { title, created, modified } = await infoOf(file);
    assert.deepEqual([title, created, modified], ["A", "2020-06-26T02:22:39+00:00", "1998, in July"]);
  });

  test("says how a file is protected", async () => {
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
