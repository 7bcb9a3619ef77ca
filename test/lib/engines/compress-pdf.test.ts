import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { get, numberAt } from "../../../lib/pdf/access.ts";
import { Stream } from "../../../lib/pdf/objects.ts";
import { reachableObjects } from "../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { compress as compressed } from "../../support/pdf/compress.ts";
import { pageTexts, unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { imagePage, packed, photo, scan, seeded, strokes } from "../../support/pdf/pictures.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { childrenOf } from "../../support/processes.ts";

const random = seeded(2);
const compress = async (...file: Parameters<typeof compressed>) => (await compressed(...file)).body;

/** The streams of a file with a filter. */
const packedWith = (bytes: Uint8Array, filter: string): Stream[] => {
  const { catalog } = openWithBudget(bytes).document;
  return [...reachableObjects(catalog)].flatMap(({ value }) => {
    const name = value instanceof Stream ? get(value, "Filter") : undefined;
    return value instanceof Stream && (name as { text?: string } | undefined)?.text === filter ? value : [];
  });
};

describe("photographs", () => {
  for (const [quality, width] of [
    ["low", 850],
    ["medium", 1275],
    ["high", 1700],
  ] as const) {
    test(`at ${quality} are scaled down to ${width} pixels per page width`, async () => {
      const jpeg = await photo(1700, 2200);
      const before = imagePage(1700, 2200, "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", jpeg);
      const after = await compress(before, quality);
      assert.ok(after.length < before.length * 0.8, `${after.length} of ${before.length} bytes`);
      assert.deepEqual(
        packedWith(after, "DCTDecode").map((image) => numberAt(image, "Width")),
        [width],
      );
    });
  }
});

test("a scanned page of text is split into paper and ink, the ink at full resolution", async () => {
  const before = imagePage(
    1700,
    2200,
    "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode",
    await scan(1700, 2200),
  );
  const after = await compress(before);
  assert.ok(after.length < before.length / 5, `${after.length} of ${before.length} bytes`);
  assert.deepEqual(
    packedWith(after, "JBIG2Decode").map((mask) => numberAt(mask, "Width")),
    [1700],
  );
});

for (const [what, bits] of [
  ["of text", strokes(848, 1100)],
  // Its codes are longer than the first piece of memory that they get.
  ["of noise", strokes(848, 1100).map((bit, at) => bit ^ (at % 7 < 3 ? Math.floor(2 * random()) : 0))],
] as const) {
  test(`a picture of one bit, ${what}, is stored as JBIG2, and not a pixel changes`, async () => {
    const [width, height] = [848, 1100];
    // Uncompressed: noise gains little.
    const before = imagePage(width, height, "/BitsPerComponent 1/ColorSpace/DeviceGray", packed(bits, width, height));
    const after = await compress(before);
    assert.equal(packedWith(after, "JBIG2Decode").length, 1);
    const pixels = (bytes: Uint8Array) =>
      withPdfJs(bytes, async (pdf) => {
        const page = await pdf.getPage(1);
        const { fnArray, argsArray } = await page.getOperatorList();
        const [name] = argsArray[fnArray.indexOf(OPS.paintImageXObject)] as [string];
        const image = await new Promise<{ data: Uint8Array }>((resolve) => page.objs.get(name, resolve));
        return Buffer.from(image.data);
      });
    assert.ok((await pixels(after)).equals(await pixels(before)));
  });
}

test("a document keeps its text, bookmarks, links, labels, tags, fields, layers, attachments", async () => {
  const before = richPdf("A");
  const after = await compress(before, "low");
  assert.ok(after.length < before.length);
  assert.deepEqual(await pageTexts(after), await pageTexts(before));
  const see = (bytes: Uint8Array) =>
    withPdfJs(bytes, async (pdf) => ({
      outline: (await pdf.getOutline()).map(({ title }) => title),
      labels: await pdf.getPageLabels(),
      names: [...((await pdf.getDestinations()) as unknown as Map<string, unknown>).keys()],
      links: (await (await pdf.getPage(1)).getAnnotations()).map(({ subtype }) => subtype),
      tags: JSON.stringify(await (await pdf.getPage(2)).getStructTree()).replace(/p\d+R/, "page"),
      layers: [...(await pdf.getOptionalContentConfig())].map(([, { name, visible }]) => [name, visible]),
    }));
  assert.deepEqual(await see(after), await see(before));
  const form = (await PDFDocument.load(after)).getForm();
  assert.equal(form.getTextField("name").getText(), "A value");
  assert.match(unpacked(after), /A attached/);
});

test("an embedded font keeps only the glyphs that are shown, and the text can still be read", async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < 3; page++) {
    for (const [line, word] of ["placed", "glyph", "by", "glyph"].entries()) {
      if (line === 0) pdf.addPage();
      pdf.getPage(page).drawText(word, { font, x: 50, y: 700 - 30 * line });
    }
  }
  const before = await pdf.save({ useObjectStreams: false });
  const after = await compress(before);
  assert.ok(after.length < before.length);
  assert.deepEqual(await pageTexts(after), await pageTexts(before));
});

test("resources that no content names are removed", async () => {
  const image = (letter: string) =>
    rawStream(
      letter.repeat(64),
      "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray",
    );
  const file = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</Shown 5 0 R/Idle 6 0 R>>>>>>",
    rawStream("q 8 0 0 8 0 0 cm /Shown Do Q"),
    image("s"),
    image("i"),
  ]);
  const text = unpacked(await compress(file));
  assert.match(text, /s{64}/);
  assert.doesNotMatch(text, /i{64}/);
});

test("returns the input's bytes when the file cannot get smaller", async () => {
  const once = await compress(textPdf("as small as it gets"));
  assert.equal(await compress(once), once);
});

test("an aborted job ends its process and rejects with the signal's reason", async () => {
  const abort = new AbortController();
  const bytes = imagePage(
    1700,
    2200,
    "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode",
    await photo(1700, 2200),
  );
  const others = childrenOf();
  const running = compressPdf.run({ bytes, quality: "medium" }, abort.signal);
  setTimeout(() => abort.abort(new Error("too late")), 300);
  await assert.rejects(running, /too late/);
  assert.deepEqual(
    childrenOf().filter((pid) => !others.includes(pid)),
    [],
  );
});
