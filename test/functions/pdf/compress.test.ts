import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { dynamicForm } from "../../support/pdf/dynamic-form.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { newAccount, post, usage } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/compress";
const loose = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>>>",
  "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
  rawStream(`${"BT /F 9 Tf 40 100 Td (Line of text) Tj ET\n".repeat(500)}`),
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
]);
const dynamic = dynamicForm("<config/>", "/NeedsRendering true");
const locked = await readFile("test/fixtures/pdf/password.pdf");

suite("POST /pdf/compress", { concurrency: 2 }, () => {
  for (const quality of [undefined, "low", "medium", "high"] as const) {
    test(`makes a file smaller at ${quality ?? "the default"} quality, and reports the sizes`, async () => {
      const { account, key } = await newAccount(5);
      const reply = await post(PATH, form({ file: loose, ...(quality ? { quality } : {}) }), { key });
      assert.equal(reply.status, 200);
      const bytes = new Uint8Array(await reply.arrayBuffer());
      assert.ok(bytes.length < loose.length / 5);
      assert.equal(reply.headers.get("x-original-size"), String(loose.length));
      assert.equal(reply.headers.get("x-compressed-size"), String(bytes.length));
      assert.equal(reply.headers.get("x-compression-ratio"), (loose.length / bytes.length).toFixed(2));
      assert.match(reply.headers.get("x-pdf-engine")!, /^platen-pdf\//);
      assert.deepEqual(await pageTexts(bytes), await pageTexts(loose));
      assert.deepEqual(await usage(account), { account, credits: 3, used: 2, reserved: 0 });
    });
  }

  test("returns a file that cannot be made smaller unchanged, with ratio 1", async () => {
    const first = new Uint8Array(await (await post(PATH, form({ file: loose }))).arrayBuffer());
    const reply = await post(PATH, form({ file: first }));
    assert.deepEqual(new Uint8Array(await reply.arrayBuffer()), first);
    assert.equal(reply.headers.get("x-compression-ratio"), "1.00");
  });

  test("reports the sizes with the metadata too", async () => {
    const reply = await post(PATH, form({ file: loose }), { Accept: "application/json" });
    assert.equal(String(((await reply.json()) as { size: number }).size), reply.headers.get("x-compressed-size"));
  });

  const file = textPdf("One");
  refuses(PATH, [
    ["quality is unknown", form({ file, quality: "best" }), 400, "INVALID_REQUEST", /quality.*low, medium, high/],
    ["quality is empty", form({ file, quality: "" }), 400, "INVALID_REQUEST", /quality/],
    ["quality comes twice", form({ file, quality: ["low", "high"] }), 400, "INVALID_REQUEST", /quality.*once/],
    ["the file is missing", form({ quality: "low" }), 400, "INVALID_REQUEST", /file is missing/],
    [
      "the file is encrypted",
      form({ file: locked }),
      400,
      "INVALID_REQUEST",
      /^file: The PDF is encrypted with a password\.$/,
    ],
    [
      "only an XFA reader draws the file",
      form({ file: dynamic }),
      400,
      "INVALID_REQUEST",
      /^file: The PDF is a dynamic XFA form/,
    ],
    [
      "the file is not a PDF",
      form({ file: Buffer.from("hello") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^file: The file is not a PDF/,
    ],
  ]);
});
