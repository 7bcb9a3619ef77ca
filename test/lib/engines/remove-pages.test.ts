import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { removePages } from "../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts, unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";

const { signal } = new AbortController();
const remove = async (bytes: Uint8Array, ...pages: number[]) =>
  bytesOf(await removePages.run({ bytes, pages }, signal));

describe("without its second page, a file with one of everything", () => {
  let left: Uint8Array;
  let text: string;
  before(async () => {
    left = await remove(richPdf("A"), 2);
    text = unpacked(left);
  });

  test("keeps the first page unchanged", async () => {
    assert.deepEqual(await pageTexts(left), ["A oneA one shownA one hidden"]);
  });

  test("holds nothing of the second page's content and tags", () => {
    assert.doesNotMatch(text, /A two|A said two/);
    assert.match(text, /A said one/);
  });

  test("has no bookmark, destination or link that leads to it", async () => {
    const { outline, destinations, links } = await withPdfJs(left, async (pdf) => ({
      outline: await pdf.getOutline(),
      destinations: await pdf.getDestinations(),
      links: await (await pdf.getPage(1)).getAnnotations(),
    }));
    assert.deepEqual(
      outline.map(({ title }) => title),
      ["A first"],
    );
    assert.deepEqual([...(destinations instanceof Map ? destinations.keys() : Object.keys(destinations))], ["start"]);
    assert.deepEqual(
      links.map(({ subtype }) => subtype),
      ["Widget"],
    );
    assert.doesNotMatch(text, /target|A second/);
  });

  test("keeps the form, layers, attachment, page label and title", async () => {
    const pdf = await PDFDocument.load(left);
    assert.equal(pdf.getForm().getTextField("name").getText(), "A value");
    assert.equal(pdf.getTitle(), "A title");
    const seen = await withPdfJs(left, async (file) => ({
      labels: await file.getPageLabels(),
      layers: [...(await file.getOptionalContentConfig())].map(([, group]) => group.visible),
    }));
    assert.deepEqual(seen, { labels: ["i"], layers: [true, false] });
    assert.match(text, /A attached/);
  });
});

test("without its first page a file keeps the second page's label and tags, and no link to the first", async () => {
  const left = await remove(richPdf("A"), 1);
  const text = unpacked(left);
  assert.doesNotMatch(text, /A one|A said one|A value/);
  assert.match(text, /A said two/);
  const seen = await withPdfJs(left, async (pdf) => ({
    labels: await pdf.getPageLabels(),
    outline: (await pdf.getOutline()).map(({ title }) => title),
    annotations: (await (await pdf.getPage(1)).getAnnotations()).length,
  }));
  assert.deepEqual(seen, { labels: ["A-7"], outline: ["A second"], annotations: 0 });
  assert.equal((await PDFDocument.load(left)).getForm().getFields().length, 0);
});

test("an image of a removed page alone is removed, even if all pages share their resources", async () => {
  const image = (letter: string) =>
    rawStream(
      letter.repeat(64),
      "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray",
    );
  const page = (content: number) => `<</Type/Page/Parent 2 0 R/Contents ${content} 0 R>>`;
  const file = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]/Resources<</XObject<</Kept 7 0 R/Gone 8 0 R>>>>>>",
    page(5),
    page(6),
    rawStream("q 8 0 0 8 0 0 cm /Kept Do Q"),
    rawStream("q 8 0 0 8 0 0 cm /Gone Do Q"),
    image("k"),
    image("g"),
  ]);
  const text = unpacked(await remove(file, 2));
  assert.match(text, /k{64}/);
  assert.doesNotMatch(text, /g{64}/);
});

test("a file attachment annotation of a removed page is removed with its file", async () => {
  const file = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R/Annots[5 0 R]>>",
    "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 5 5]/P 4 0 R/FS<</Type/Filespec/F(s.txt)/EF<</F 6 0 R>>>>>>",
    rawStream("pinned secret", "/Type/EmbeddedFile"),
  ]);
  assert.match(unpacked(file), /pinned secret/);
  assert.doesNotMatch(unpacked(await remove(file, 2)), /pinned secret/);
});

test("a signature keeps its appearance and loses its value", async () => {
  const file = rawPdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[5 0 R]>>/Perms<</DocMDP 6 0 R>>>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>",
    "<</Type/Page/Parent 2 0 R/Annots[5 0 R]>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(sig)/Rect[0 0 9 9]/P 3 0 R/V 6 0 R/AP<</N 7 0 R>>>>",
    "<</Type/Sig/Filter/Adobe.PPKLite/Contents<DEADBEEF>/ByteRange[0 1 2 3]>>",
    rawStream("% the look of it", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"),
  ]);
  const left = Buffer.from(await remove(file, 2));
  assert.match(unpacked(left), /the look of it/);
  assert.doesNotMatch(unpacked(left), /Adobe\.PPKLite|\xde\xad\xbe\xef/);
});

describe("refuses", () => {
  const three = textPdf("one", "two", "three");
  for (const [why, pages, message] of [
    ["a page past the end", [2, 4], /has 4.*3 pages/],
    ["all pages", [3, 2, 1], /all 3 pages/],
  ] as const) {
    test(why, () => assert.rejects(remove(three, ...pages), { code: "INVALID_REQUEST", message }));
  }
  test("nothing because of repeated numbers, which count once", async () => {
    assert.deepEqual(await pageTexts(await remove(three, 2, 2)), ["one", "three"]);
  });
});
