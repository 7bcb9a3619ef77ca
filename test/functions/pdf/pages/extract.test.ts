import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { PDFArray, PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { form } from "../../../support/form.ts";
import { pageTexts, unpacked, withPdfJs } from "../../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../../support/pdf/raw.ts";
import { richPdf } from "../../../support/pdf/rich.ts";
import { post } from "../../../support/platen.ts";
import { refuses } from "../../../support/refusals.ts";

const PATH = "/pdf/pages/extract";
const file = textPdf("Alpha", "Beta", "Gamma", "Delta");
const locked = await readFile("test/fixtures/pdf/password.pdf");

const extract = async (source: Uint8Array, pages: string): Promise<{ reply: Response; bytes: Uint8Array }> => {
  const reply = await post(PATH, form({ file: source, pages }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return { reply, bytes: new Uint8Array(await reply.arrayBuffer()) };
};

suite("POST /pdf/pages/extract", { concurrency: 2 }, () => {
  for (const [pages, texts] of [
    ["2-3", ["Beta", "Gamma"]],
    ["-1, 1", ["Delta", "Alpha"]],
    ["3-1", ["Gamma", "Beta", "Alpha"]],
    ["2--1", ["Beta", "Gamma", "Delta"]],
    ["2,2,1,2", ["Beta", "Beta", "Alpha", "Beta"]],
    ["[4, 1]", ["Delta", "Alpha"]],
    ["3", ["Gamma"]],
  ] as const) {
    test(`takes the pages ${pages} in their order`, async () => {
      const { bytes } = await extract(file, pages);
      assert.deepEqual(await pageTexts(bytes), texts);
    });
  }

  test("keeps a font that a damaged page tree has as a page", async () => {
    const damaged = Buffer.from(textPdf("Alpha", "Beta").toString("latin1").replace("[4 0 R 6 0 R]", "[4 0 R 3 0 R]"));
    const { bytes } = await extract(damaged, "1");
    const [page] = (await PDFDocument.load(bytes)).getPages();
    const font = page?.node.Resources()?.lookup(PDFName.of("Font"), PDFDict).lookup(PDFName.of("F"), PDFDict);
    assert.equal(font?.get(PDFName.of("BaseFont")), PDFName.of("Helvetica"));
    assert.equal(font?.get(PDFName.of("Type")), PDFName.of("Font"));
  });

  test("leaves nothing of the other pages", async () => {
    const { bytes } = await extract(file, "4,2");
    assert.doesNotMatch(unpacked(bytes), /Alpha|Gamma/);
  });

  test("keeps labels, bookmarks and links with their pages in another order", async () => {
    const { reply, bytes } = await extract(richPdf("A"), "2,1");
    assert.equal(reply.headers.get("x-warnings"), "0");
    await withPdfJs(bytes, async (pdf) => {
      assert.deepEqual(await pdf.getPageLabels(), ["A-7", "i"]);
      const outline = await pdf.getOutline();
      assert.deepEqual(
        outline.map(({ title }) => title),
        ["A first", "A second"],
      );
      const places = outline.map(async ({ dest }) => {
        const explicit = typeof dest === "string" ? await pdf.getDestination(dest) : dest;
        return pdf.getPageIndex(explicit![0]);
      });
      assert.deepEqual(await Promise.all(places), [1, 0]);
    });
  });

  test("shows the form field of a repeated page in each place, and reports that tags stay in the first", async () => {
    const { reply, bytes } = await extract(richPdf("A"), "1,1,2");
    assert.equal(reply.headers.get("x-warnings"), "1");
    await withPdfJs(bytes, async (pdf) => {
      const fields = await pdf.getFieldObjects();
      assert.deepEqual(
        (fields!.get("name") as { page: number; value: string }[]).map(({ page, value }) => [page, value]).slice(-2),
        [
          [0, "A value"],
          [1, "A value"],
        ],
      );
    });
    const pages = (await PDFDocument.load(bytes)).getPages();
    assert.deepEqual(
      pages.map(({ node }) => node.has(PDFName.of("StructParents"))),
      [true, false, true],
    );
  });

  test("keeps the calculation of a repeated field, which is the field's and not the place's", async () => {
    const actions = "/AA<</C<</S/JavaScript/JS(event.value = 3)>>/E<</S/JavaScript/JS(1)>>>>";
    const calculated = rawPdf([
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/CO[4 0 R]>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>",
      "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
      `<</Type/Annot/Subtype/Widget/Rect[0 0 50 20]/P 3 0 R/FT/Tx/T(sum)${actions}>>`,
    ]);
    const { bytes } = await extract(calculated, "1,1");
    const form = (await PDFDocument.load(bytes)).catalog.lookup(PDFName.of("AcroForm"), PDFDict);
    const field = form.lookup(PDFName.of("Fields"), PDFArray).lookup(0, PDFDict);
    const keysOf = (dict: PDFDict) => dict.lookup(PDFName.of("AA"), PDFDict).keys().map(String);
    const kids = field.lookup(PDFName.of("Kids"), PDFArray);
    assert.deepEqual(keysOf(field), ["/C"]);
    assert.deepEqual(
      [0, 1].map((at) => keysOf(kids.lookup(at, PDFDict))),
      [["/E"], ["/E"]],
    );
  });

  test("opens a protected file with its password, and reports that the result has none", async () => {
    const reply = await post(PATH, form({ file: locked, pages: "1", password: "secret" }));
    assert.equal(reply.status, 200, await reply.clone().text());
    assert.equal(reply.headers.get("x-warnings"), "1");
    assert.equal((await PDFDocument.load(new Uint8Array(await reply.arrayBuffer()))).getPageCount(), 1);
  });

  refuses(PATH, [
    ["pages are missing", form({ file }), 400, "INVALID_REQUEST", /^pages is missing/],
    [
      "a page is past the end",
      form({ file, pages: "2-5" }),
      400,
      "INVALID_REQUEST",
      /^pages has 5, but the file has 4/,
    ],
    ["a page is before the start", form({ file, pages: "-5" }), 400, "INVALID_REQUEST", /^pages has -5/],
    ["a page is 0", form({ file, pages: "0" }), 400, "INVALID_REQUEST", /^pages must be pages and ranges/],
    ["pages are words", form({ file, pages: "first" }), 400, "INVALID_REQUEST", /^pages must be pages and ranges/],
    ["pages are empty", form({ file, pages: "[]" }), 400, "INVALID_REQUEST", /^pages must be pages and ranges/],
    [
      "the file needs a password",
      form({ file: locked, pages: "1" }),
      400,
      "INVALID_REQUEST",
      /^file: The PDF is encrypted with a password\.$/,
    ],
    [
      "the password is wrong",
      form({ file: locked, pages: "1", password: "no" }),
      400,
      "INVALID_REQUEST",
      /^password does not open file\.$/,
    ],
  ]);
});
