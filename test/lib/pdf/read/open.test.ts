import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { mergePdf } from "../../../../lib/engines/pdf-engine.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { bytesOf } from "../../../support/finished.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../../support/pdf/raw.ts";

const fixture = (name: string) => readFile(new URL(`../../../fixtures/pdf/${name}.pdf`, import.meta.url));
const pagesOf = (bytes: Uint8Array): number => openWithBudget(bytes).document.pages.length;
const { signal } = new AbortController();
const merge = async (...files: Uint8Array[]) =>
  bytesOf(
    await mergePdf.run(
      files.map((bytes, index) => ({ name: `${index}.pdf`, bytes })),
      signal,
    ),
  );

test("counts pages by walking the page tree, not by /Count", () => {
  const lying = Buffer.from(textPdf("one", "two").toString("latin1").replace("/Count 2", "/Count 9"), "latin1");
  assert.equal(pagesOf(lying), 2);
});

for (const name of ["rc4-40", "rc4-128", "aes-128", "aes-256", "aes-256-r5", "aes-256-packed"]) {
  test(`opens ${name} with the empty password, and writes it without encryption`, async () => {
    const bytes = await fixture(name);
    assert.equal(pagesOf(bytes), 1);
    const merged = await merge(bytes, textPdf("beside"));
    assert.deepEqual(await pageTexts(merged), ["opened without a password", "beside"]);
    assert.doesNotMatch(Buffer.from(merged).toString("latin1"), /\/Encrypt/);
  });
}

test("opens a file whose key length does not match its encryption version", async () => {
  const bytes = await fixture("rc4-48");
  const [text] = await pageTexts(await merge(bytes, textPdf("beside")));
  assert.deepEqual([text], (await pageTexts(bytes)).slice(0, 1));
});

test("walks a page tree of any depth, and counts a node that contains itself as an empty page", () => {
  const NESTING_DEPTH = 600;
  const levels = Array.from({ length: NESTING_DEPTH }, (_, level) => `<</Type/Pages/Count 1/Kids[${level + 3} 0 R]>>`);
  const deep = rawPdf(["<</Type/Catalog/Pages 2 0 R>>", ...levels, "<</Type/Page/MediaBox[0 0 9 9]>>"]);
  assert.equal(pagesOf(deep), 1);
  const round = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[4 0 R 3 0 R]/MediaBox[0 0 9 9]>>",
    "<</Type/Pages/Count 1/Kids[2 0 R]>>",
    "<</Type/Page/Parent 2 0 R>>",
  ]);
  assert.equal(pagesOf(round), 2);
});

test("opens a file whose header is after 5,000 other bytes", async () => {
  const bytes = Buffer.concat([Buffer.alloc(5000, "HTTP/1.1 200 OK\n"), textPdf("one")]);
  assert.deepEqual(await pageTexts(await merge(bytes, textPdf("beside"))), ["one", "beside"]);
});

test("opens a file in which only the attachment is encrypted", async () => {
  const bytes = await fixture("encrypted-attachment");
  const merged = await merge(bytes, textPdf("beside"));
  assert.deepEqual(await pageTexts(merged), ["Example", "beside"]);
});

test("refuses a file with a user password, and says that it is encrypted", async () => {
  const locked = await fixture("password");
  assert.throws(() => pagesOf(locked), { code: "INVALID_REQUEST", message: /encrypted/ });
});

test("refuses a file with damaged key data, and says that it is encrypted", async () => {
  const text = (await fixture("aes-256")).toString("latin1");
  const damaged = Buffer.from(text.replace(/\/UE <[0-9a-f]{20}/, "/UE <"), "latin1");
  assert.notEqual(damaged.length, text.length);
  assert.throws(() => pagesOf(damaged), { code: "INVALID_REQUEST", message: /encrypted/ });
});

describe("refuses with UNSUPPORTED_MEDIA_TYPE", () => {
  const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
  for (const [why, bytes] of [
    ["an empty file", Buffer.alloc(0)],
    ["an image", gif],
    ["HTML that mentions objects", Buffer.from("<html><body>1 0 object</body></html>")],
    ["a ZIP with a PDF inside", Buffer.concat([Buffer.from("PK\x03\x04"), textPdf("inside")])],
    ["a header without a body", Buffer.from("%PDF-1.7\n%%EOF")],
    ["a PDF without a page", rawPdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 0/Kids[]>>"])],
  ] as const) {
    test(why, () => assert.throws(() => pagesOf(bytes), { code: "UNSUPPORTED_MEDIA_TYPE" }));
  }
});
