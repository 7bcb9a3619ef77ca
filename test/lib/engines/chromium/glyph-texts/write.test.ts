import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { deflateSync } from "node:zlib";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { moveGlyphTexts } from "../../../../../lib/engines/chromium/glyph-texts/write.ts";
import { readSkiaFile, rewriteObjects } from "../../../../../lib/engines/chromium/skia-file.ts";
import { pageTexts, unpacked } from "../../../../support/pdf/look.ts";
import { alike, drawn } from "../../../../support/pdf/pdfium.ts";
import { textPdf } from "../../../../support/pdf/raw.ts";
import { post } from "../../../../support/platen.ts";

/** As Chromium prints it: the text of each joined letter stands where it is shown. */
const printed = readFileSync(new URL("../../../../fixtures/pdf/arabic-of-chromium.pdf", import.meta.url));
const rewritten = moveGlyphTexts(Buffer.from(printed));

const pdfium = await PDFiumLibrary.init();

/** The lines of the first page as PDFium reads them. */
const linesOf = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await pdfium.loadDocument(bytes);
  const lines = document.getPage(0).getText().trim().split(/\r\n/);
  document.destroy();
  return lines;
};

const statedTexts = (bytes: Uint8Array): string[] =>
  [...unpacked(bytes).matchAll(/\/ActualText <FEFF([\dA-F]+)>/g)].map(([, hex = ""]) => hex);

suite("Arabic text of a file that Chromium has printed", () => {
  test("is found by PDFium", async () => {
    const lines = await linesOf(rewritten);
    assert.equal(lines[0], "السلام عليكم لا إله إلا الله");
    assert.deepEqual(lines.slice(1, 3), ["این یک متن فارسی است", "اردو میں لکھا ہوا متن"]);
    assert.notEqual((await linesOf(printed))[0], lines[0], "the fixture reads as it is to be read");
  });

  test("is found by pdf.js", async () => {
    const [text = ""] = await pageTexts(rewritten);
    for (const word of ["عليكم", "فارسی", "لکھا"]) assert.ok(text.normalize("NFKC").includes(word), text);
  });

  test("stands in the maps of the fonts, unless several glyphs are a letter with its mark", () => {
    assert.ok(statedTexts(printed).includes("06440627"));
    assert.deepEqual(statedTexts(rewritten), ["06450650", "06330652", "06280650"]);
  });

  test("looks as before, in a smaller file", async () => {
    const [before, after] = [await drawn(printed, 1), await drawn(rewritten, 1)];
    assert.ok(before.count === 1 && after.count === 1 && alike(before.pages[0]!, after.pages[0]!));
    assert.ok(rewritten.length < printed.length);
  });

  test("of another structure stays as it is", () => {
    const pdf = Buffer.from(textPdf("text"));
    assert.equal(moveGlyphTexts(pdf), pdf);
  });

  for (const [which, data] of [
    ["that holds the end of an object", deflateSync(Buffer.from("endobj ".repeat(9)), { level: 0 })],
    [
      "with more glyphs than a call has arguments",
      deflateSync(Buffer.from(`/Span<</ActualText <FEFF0061> >> BDC\n<${"0041".repeat(600_000)}> Tj\nEMC\n`)),
    ],
  ] as const)
    test(`is found beside a stream ${which}`, () => {
      const file = readSkiaFile(printed)!;
      const dictionary = `<</Filter /FlateDecode\n/Length ${data.length}>>`;
      const other = `${dictionary} stream\n${data.toString("latin1")}\nendstream`;
      const changed = moveGlyphTexts(rewriteObjects(file, [[file.info, other]]));
      assert.deepEqual(statedTexts(changed), statedTexts(rewritten));
    });

  test("stays as it is beside a damaged stream", () => {
    const file = readSkiaFile(printed)!;
    const other = "<</Filter /FlateDecode\n/Length 9>> stream\nno deflate\nendstream";
    const pdf = rewriteObjects(file, [[file.info, other]]);
    assert.equal(moveGlyphTexts(pdf), pdf);
  });
});

suite("a printed page with Arabic text", () => {
  const html = '<!doctype html><html lang="ar" dir="rtl"><title>نص</title><h1>الإسلام</h1><p>لا إله إلا الله';

  for (const options of [{}, { title: "لا", author: "أحمد", lang: "ar" }, { pdfA: "2a", pdfUa: "1" }])
    test(`is found by PDFium with the options ${Object.keys(options)}`, async () => {
      const reply = await post("/convert/html-to-pdf", { html, options });
      assert.equal(reply.status, 200);
      const lines = await linesOf(new Uint8Array(await reply.arrayBuffer()));
      assert.deepEqual(lines, ["الإسلام", "لا إله إلا الله"]);
    });
});
