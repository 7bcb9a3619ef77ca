import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { dynamicForm } from "../../support/pdf/dynamic-form.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { readPages } from "../../support/pdf-text.ts";
import { failure, post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/merge";
const [a, b, c] = [textPdf("A"), textPdf("B1", "B2"), textPdf("C")];
const merged = async (reply: Response) => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return pageTexts(new Uint8Array(await reply.arrayBuffer()));
};

suite("POST /pdf/merge", { concurrency: 2 }, () => {
  test("joins the files in upload order, and names the engine", async () => {
    const reply = await post(PATH, form({ files: [a, b, c] }));
    assert.match(reply.headers.get("x-pdf-engine")!, /^platen-pdf\/\d/);
    assert.deepEqual(await merged(reply), ["A", "B1", "B2", "C"]);
  });

  test("joins the files in the requested order", async () => {
    assert.deepEqual(await merged(await post(PATH, form({ files: [a, b, c], order: "[2,0,1]" }))), [
      "C",
      "A",
      "B1",
      "B2",
    ]);
  });

  test("merges the selected pages of each file, in the order of the uploads whatever that of the result", async () => {
    const files = [b, c, textPdf("D1", "D2", "D3")];
    const pages = '["-1,1,1", null, "3-2"]';
    assert.deepEqual(await merged(await post(PATH, form({ files, pages }))), ["B2", "B1", "B1", "C", "D3", "D2"]);
    assert.deepEqual(await merged(await post(PATH, form({ files, pages, order: "[2,0,1]" }))), [
      "D3",
      "D2",
      "B2",
      "B1",
      "B1",
      "C",
    ]);
  });

  test("merges pages of the same file twice, and all pages for null", async () => {
    const same = form({ files: [b, b], pages: '["2","1"]' });
    assert.deepEqual(await merged(await post(PATH, same)), ["B2", "B1"]);
    const [all, none] = await Promise.all(
      [{}, { pages: "[null, null]" }].map(async (parts) => post(PATH, form({ files: [a, b], ...parts }))),
    );
    assert.deepEqual(Buffer.from(await all!.arrayBuffer()), Buffer.from(await none!.arrayBuffer()));
  });

  test("keeps of a file what belongs to its selected pages, and reports once what it lost", async () => {
    const marked = richPdf("R");
    const reply = await post(PATH, form({ files: [marked, a], pages: '["1", null]' }));
    assert.equal(reply.status, 200, await reply.clone().text());
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const extracted = await post("/pdf/pages/extract", form({ file: marked, pages: "1" }));
    const alone = new Uint8Array(await extracted.arrayBuffer());
    const [outline, kept] = await Promise.all(
      [bytes, alone].map((pdf) => withPdfJs(pdf, (opened) => opened.getOutline())),
    );
    assert.deepEqual(
      outline![0]!.items.map(({ title }) => title),
      kept!.map(({ title }) => title),
    );
  });

  test("numbers the pages of the result, by default as page / pages at the bottom", async () => {
    const numbering = "true";
    const reply = await post(PATH, form({ files: [b, a], order: "[1,0]", pages: '["2,2",null]', numbering }));
    const pdf = Buffer.from(await reply.clone().arrayBuffer());
    assert.deepEqual(await merged(reply), ["A1 / 3", "B22 / 3", "B23 / 3"]);
    for (const page of await readPages(pdf)) {
      const last = page.words.at(-1)!;
      assert.ok(last.y > page.height - 50 && last.size > 9 && last.size < 12, JSON.stringify(last));
    }
  });

  test("numbers pages with a text, from a number, at a place", async () => {
    const numbering = JSON.stringify({
      text: "Seite {page}",
      position: "top-right",
      start: 7,
      fontSize: 9,
      color: "#c00000",
    });
    assert.deepEqual(await merged(await post(PATH, form({ files: [a, b], numbering }))), [
      "ASeite 7",
      "B1Seite 8",
      "B2Seite 9",
    ]);
    const none = await post(PATH, form({ files: [a, b], numbering: "false" }));
    assert.deepEqual(await merged(none), ["A", "B1", "B2"]);
  });

  test("names bookmarks after the files, or by number for files without a name", async () => {
    const files = new FormData();
    for (const name of ["Letter.pdf", ".pdf", ""])
      files.append("files", new File([a as Uint8Array<ArrayBuffer>], name));
    const reply = await post(PATH, files);
    const outline = await withPdfJs(new Uint8Array(await reply.arrayBuffer()), (pdf) => pdf.getOutline());
    assert.deepEqual(
      outline.map(({ title }) => title),
      ["Letter", ".pdf", "File 3"],
    );
  });

  test("accepts twenty files", async () => {
    assert.equal((await merged(await post(PATH, form({ files: Array(20).fill(a) })))).length, 20);
  });

  test("applies the size limit to all files together", { timeout: 600_000 }, async () => {
    const large = Buffer.concat([a, Buffer.alloc(51 * 1024 * 1024)]);
    assert.equal((await failure(post(PATH, form({ files: [large, large] })))).code, "FILE_TOO_LARGE");
  });

  const files = [a, b, c];
  refuses(PATH, [
    ["there is one file only", form({ files: a }), 400, "INVALID_REQUEST", /files.*2 to 20/],
    ["there is no file", form({ order: "[0]" }), 400, "INVALID_REQUEST", /files.*2 to 20/],
    ["there are 21", form({ files: Array(21).fill(a) }), 400, "INVALID_REQUEST", /files.*2 to 20/],
    [
      "only an XFA reader draws one of them",
      form({ files: [a, dynamicForm("<config/>", "/NeedsRendering true")] }),
      400,
      "INVALID_REQUEST",
      /^files\.1: The PDF is a dynamic XFA form/,
    ],
    [
      "a file cannot be opened",
      form({ files: [a, Buffer.from("%PDF-1.4 and no objects"), c], order: "[2,1,0]" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /^files\.1: The file is not a PDF, or is damaged beyond repair\.$/,
    ],
    [
      "one of 21 is not a PDF",
      form({ files: [...Array(20).fill(a), Buffer.from("GIF89a")] }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /files.20/,
    ],
    ["order is not JSON", form({ files, order: "0,1,2" }), 400, "INVALID_REQUEST", /order/],
    ["order is not a list", form({ files, order: '{"0":1}' }), 400, "INVALID_REQUEST", /order/],
    ["order is empty", form({ files, order: "" }), 400, "INVALID_REQUEST", /order/],
    ["order holds text", form({ files, order: '["0",1,2]' }), 400, "INVALID_REQUEST", /order/],
    ["an index is negative", form({ files, order: "[-1,1,2]" }), 400, "INVALID_REQUEST", /order/],
    [
      "an index is out of range",
      form({ files, order: "[0,1,3]" }),
      400,
      "INVALID_REQUEST",
      /order has 3.*out of range/,
    ],
    ["an index is repeated", form({ files, order: "[0,0,1]" }), 400, "INVALID_REQUEST", /order has 0 more than once/],
    ["a file is left out", form({ files, order: "[0,2]" }), 400, "INVALID_REQUEST", /order leaves out 1/],
    [
      "numbering is not JSON",
      form({ files, numbering: "bottom" }),
      400,
      "INVALID_REQUEST",
      /^numbering must hold JSON/,
    ],
    [
      "numbering has an unknown field",
      form({ files, numbering: '{"size":1}' }),
      400,
      "INVALID_REQUEST",
      /^numbering has unknown size; known fields: text, position/,
    ],
    [
      "numbering has an unknown place",
      form({ files, numbering: '{"position":"middle"}' }),
      400,
      "INVALID_REQUEST",
      /^numbering.*top-left/,
    ],
    [
      "numbering is null",
      form({ files, numbering: "null" }),
      400,
      "INVALID_REQUEST",
      /^numbering must be true, or an object/,
    ],
    [
      "the number of the first page is negative",
      form({ files, numbering: '{"start":-1}' }),
      400,
      "INVALID_REQUEST",
      /^numbering.*start/,
    ],
    ["a part is unknown", form({ files, page: "[1]" }), 400, "INVALID_REQUEST", /page/],
    [
      "pages are not JSON",
      form({ files, pages: "1-3" }),
      400,
      "INVALID_REQUEST",
      /^pages must hold JSON, such as \["1-3/,
    ],
    ["a selection is missing", form({ files, pages: '["1",null]' }), 400, "INVALID_REQUEST", /^pages has 2 entries/],
    [
      "a selection is a number",
      form({ files, pages: '["1",1,null]' }),
      400,
      "INVALID_REQUEST",
      /^pages\.1 must be pages/,
    ],
    [
      "a selection is none",
      form({ files, pages: '["1","a",null]' }),
      400,
      "INVALID_REQUEST",
      /^pages\.1 must be pages/,
    ],
    [
      "a selection is empty",
      form({ files, pages: '[null,null,""]' }),
      400,
      "INVALID_REQUEST",
      /^pages\.2 must be pages/,
    ],
    [
      "a file has no such page",
      form({ files, pages: '["1","1-3",null]', order: "[1,0,2]" }),
      400,
      "INVALID_REQUEST",
      /^pages\.1 has 3, but the file has 2 pages\.$/,
    ],
    ["a file is a text field", form({ files: ["x", "y"] }), 400, "INVALID_REQUEST", /files/],
    ["a part is not a PDF", form({ files: [a, Buffer.from("GIF89a")] }), 415, "UNSUPPORTED_MEDIA_TYPE", /files/],
    [
      "a part is not a PDF and order is wrong",
      form({ files: [a, Buffer.from("GIF89a")], order: "x" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /files/,
    ],
    ["the body is JSON", { files: [] }, 415, "UNSUPPORTED_MEDIA_TYPE", /multipart/],
  ]);
});
