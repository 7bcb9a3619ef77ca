import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../../support/form.ts";
import { dynamicForm } from "../../../support/pdf/dynamic-form.ts";
import { pageTexts, unpacked } from "../../../support/pdf/look.ts";
import { textPdf } from "../../../support/pdf/raw.ts";
import { newAccount, post } from "../../../support/platen.ts";
import { refuses } from "../../../support/refusals.ts";

const PATH = "/pdf/pages/remove";
const file = textPdf("Alpha", "Beta", "Gamma", "Delta");
const locked = await readFile("test/fixtures/pdf/password.pdf");

suite("POST /pdf/pages/remove", { concurrency: 2 }, () => {
  test("removes the pages with all their bytes, and counts repeated numbers once", async () => {
    const reply = await post(PATH, form({ file, pages: "[2,4,2]" }));
    assert.equal(reply.status, 200, await reply.clone().text());
    assert.match(reply.headers.get("x-pdf-engine")!, /^platen-pdf\/\d/);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    assert.deepEqual(await pageTexts(bytes), ["Alpha", "Gamma"]);
    assert.doesNotMatch(unpacked(bytes), /Beta|Delta/);
  });

  test("accepts one page number as a list of one", async () => {
    const reply = await post(PATH, form({ file, pages: "2" }));
    const list = await post(PATH, form({ file, pages: "[2]" }));
    assert.equal(reply.headers.get("etag"), list.headers.get("etag"));
    assert.deepEqual(await pageTexts(new Uint8Array(await reply.arrayBuffer())), ["Alpha", "Gamma", "Delta"]);
  });

  test("finds a page past the end after 402, and another kind of file before it", async () => {
    const { key } = await newAccount(0);
    assert.equal((await post(PATH, form({ file, pages: "[5]" }), { key })).status, 402);
    assert.equal((await post(PATH, form({ file: Buffer.from("GIF89a"), pages: "[5]" }), { key })).status, 415);
  });

  refuses(PATH, [
    ["pages are missing", form({ file }), 400, "INVALID_REQUEST", /pages is missing/],
    ["the file is missing", form({ pages: "[1]" }), 400, "INVALID_REQUEST", /file is missing/],
    [
      "pages are not JSON",
      form({ file, pages: "2,3" }),
      400,
      "INVALID_REQUEST",
      /^pages must hold JSON, such as \[2,3\]\.$/,
    ],
    [
      "pages are not a list",
      form({ file, pages: "{}" }),
      400,
      "INVALID_REQUEST",
      /^pages must be a list, such as \[2,3\]\.$/,
    ],
    ["pages are empty", form({ file, pages: "[]" }), 400, "INVALID_REQUEST", /pages/],
    ["a page is 0", form({ file, pages: "[0]" }), 400, "INVALID_REQUEST", /pages/],
    ["a page is a fraction", form({ file, pages: "[1.5]" }), 400, "INVALID_REQUEST", /pages/],
    [
      "a page is past the end",
      form({ file, pages: "[1,5]" }),
      400,
      "INVALID_REQUEST",
      /^pages has 5, but the file has 4 pages\.$/,
    ],
    [
      "all pages are named",
      form({ file, pages: "[1,2,3,4]" }),
      400,
      "INVALID_REQUEST",
      /^pages names all 4 pages: one must be left\.$/,
    ],
    [
      "the file is encrypted",
      form({ file: locked, pages: "[1]" }),
      400,
      "INVALID_REQUEST",
      /^file: The PDF is encrypted with a password\.$/,
    ],
    [
      "the file is a form that only an XFA reader draws",
      form({ file: dynamicForm("<config/>", "/NeedsRendering true"), pages: "[1]" }),
      400,
      "INVALID_REQUEST",
      /^file: The PDF is a dynamic XFA form/,
    ],
    [
      "the file has a damaged header and no objects",
      form({ file: Buffer.from("%PDX-1.4"), pages: "[1]" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^file: The file is not a PDF, or is damaged beyond repair\.$/,
    ],
    [
      "the file is not a PDF",
      form({ file: Buffer.from("PK\x03\x04"), pages: "[1]" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /file/,
    ],
    ["the file comes twice", form({ file: [file, file], pages: "[1]" }), 400, "INVALID_REQUEST", /file.*once/],
  ]);
});
