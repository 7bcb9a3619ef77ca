import assert from "node:assert/strict";
import { after, test } from "node:test";
import { drawnPage, type KeptPage } from "../../../../lib/pdf/proof/packed-page.ts";
import { type DrawingEnd, Renderer } from "../../../../lib/pdf/proof/renderer.ts";
import { rawPdf, rawStream, textPdf } from "../../../support/pdf/raw.ts";

const renderer = new Renderer();
after(() => renderer.close());

/** Draws pages; returns the results. */
const draw = async (bytes: Uint8Array, pages: number[], { packs = false, processorTimeMs = 5000 } = {}) => {
  const drawn = new Map<number, KeptPage | undefined>();
  let count: number | undefined;
  const ending: DrawingEnd = await renderer.draw({
    bytes,
    pages,
    packs,
    processorTimeMs,
    opened: (number) => {
      count = number;
    },
    page: (report) => drawn.set(report.index, report.drawn).size < 9,
  });
  return { ending, drawn, count };
};

/** How many pixels of a page are dark. */
const dark = (page: KeptPage): number => drawnPage(page).pixels.filter((pixel) => (pixel & 255) < 128).length;

test("pages are drawn in the requested order, with a digest of their text", async () => {
  const { ending, drawn, count } = await draw(textPdf("the first", "the second", "the first"), [2, 0, 1]);
  assert.equal(ending, "end");
  assert.equal(count, 3);
  assert.deepEqual([...drawn.keys()], [2, 0, 1]);
  const [third, first, second] = [...drawn.values()];
  assert.deepEqual([first!.width, first!.height], [300, 200]);
  assert.ok(dark(first!) > 50);
  assert.equal(first!.text, third!.text);
  assert.notEqual(first!.text, second!.text);
});

test("packed pages have the same pixels", async () => {
  const bytes = textPdf("the first", "the second");
  const [plain, packed] = [await draw(bytes, [0, 1]), await draw(bytes, [0, 1], { packs: true })];
  for (const index of [0, 1]) {
    const page = packed.drawn.get(index)!;
    assert.ok("words" in page);
    assert.deepEqual(drawnPage(page), plain.drawn.get(index));
  }
});

test("form fields and pictures are part of a page", async () => {
  const bytes = rawPdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    "<</Type/Page/Parent 2 0 R/Annots[4 0 R]/Contents 6 0 R/Resources<</XObject<</X 7 0 R>>>>>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 110 60]/AP<</N 5 0 R>>>>",
    rawStream("0 g 0 0 100 50 re f", "/Type/XObject/Subtype/Form/BBox[0 0 100 50]"),
    rawStream("1 0 0 1 100 100 cm /X Do"),
    rawStream(
      "50 0 0 40 100 10 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI",
      "/Type/XObject/Subtype/Form/BBox[0 0 300 200]",
    ),
  ]);
  const page = (await draw(bytes, [0])).drawn.get(0)!;
  assert.ok(Math.abs(dark(page) - 5000) < 300, `${dark(page)} dark pixels`);
  assert.deepEqual(page.pictures, [
    { left: 200, top: 50, right: 251, bottom: 91, pictures: [{ width: 1, height: 1, bytes: 1 }] },
  ]);
});

test("a document that PDFium cannot open has no pages", async () => {
  const { ending, drawn, count } = await draw(Buffer.from("no document"), [0]);
  assert.deepEqual([ending, drawn.size, count], ["end", 0, undefined]);
});

/** A page that is drawn by one shading or form, after an empty one. */
const beside = (entry: string, content: string, objects: string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 900 900]>>",
    "<</Type/Page/Parent 2 0 R>>",
    `<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<<${entry}>>>>`,
    rawStream(content),
    ...objects,
  ]);

const NESTED = Array.from({ length: 24 }, (_, level) => {
  const next = `/Resources<</XObject<</X ${7 + level} 0 R>>>>`;
  return rawStream("/X Do /X Do /X Do 0 0 9 9 re f", `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${next}`);
});
const SLOW_FUNCTION = rawStream(`{pop ${"1 add 1 sub ".repeat(20_000)}}`, "/FunctionType 4/Domain[0 1 0 1]/Range[0 1]");
const SHADING = "<</ShadingType 1/ColorSpace/DeviceGray/Matrix[900 0 0 900 0 0]/Function 6 0 R>>";

for (const [what, bytes, isEndless] of [
  [
    "of forms that draw each other more often than memory holds",
    beside("/XObject<</X 6 0 R>>", "/X Do", NESTED),
    false,
  ],
  ["that takes hours", beside(`/Shading<</S ${SHADING}>>`, "/S sh", [SLOW_FUNCTION]), true],
] as const) {
  test(`a page ${what} is aborted, and the next document is drawn`, async () => {
    const { ending, drawn } = await draw(bytes, [0, 1]);
    assert.deepEqual([ending, [...drawn.keys()]], [{ stuckAt: 1, isEndless }, [0]]);
    assert.equal((await draw(textPdf("one"), [0])).ending, "end");
  });
}
