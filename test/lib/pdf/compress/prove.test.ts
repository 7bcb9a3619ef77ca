import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { dictAt, get, nameAt, resolve } from "../../../../lib/pdf/access.ts";
import { compressDocument, type Pass } from "../../../../lib/pdf/compress/compress.ts";
import { LEVELS } from "../../../../lib/pdf/compress/levels.ts";
import { type Compress, compressProven } from "../../../../lib/pdf/compress/prove.ts";
import { setStreamData } from "../../../../lib/pdf/compress/repack.ts";
import { plainData } from "../../../../lib/pdf/filters/decode.ts";
import { Stream } from "../../../../lib/pdf/objects.ts";
import { setPages } from "../../../../lib/pdf/pages.ts";
import type { Difference } from "../../../../lib/pdf/proof/proof.ts";
import { Renderer } from "../../../../lib/pdf/proof/renderer.ts";
import type { ShownPictures } from "../../../../lib/pdf/proof/shown-pictures.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { type Document, openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { seeded } from "../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const renderer = new Renderer();
after(() => renderer.close());

const random = seeded(5);
const picture = Buffer.from(Array.from({ length: 80 * 60 * 3 }, (_, at) => ((at / 60) % 200) | (random() * 40)));

/** A page with text, a coloured field, a Type 3 glyph, a picture and a stamp; and another page. */
const file = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 2/Kids[3 0 R 10 0 R]/MediaBox[0 0 300 200]>>",
  `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[8 0 R]
    /Resources<</Font<</F 5 0 R/T 6 0 R>>/XObject<</I 7 0 R>>>>>>`,
  rawStream(
    `1 0 0 rg 200 20 60 40 re f 0 g BT /F 8 Tf 20 170 Td (Small text) Tj 20 -30 Td /T 20 Tf (d) Tj ET
     q 80 0 0 60 20 40 cm /I Do Q${" ".repeat(900)}`,
  ),
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 100/LastChar 100/Widths[10]
    /Encoding<</Differences[100/d]>>/CharProcs<</d 11 0 R>>/Resources<<>>>>`,
  rawStream(picture, "/Type/XObject/Subtype/Image/Width 80/Height 60/BitsPerComponent 8/ColorSpace/DeviceRGB"),
  "<</Type/Annot/Subtype/Stamp/F 4/Rect[200 120 260 160]/AP<</N 9 0 R>>>>",
  rawStream("0 0 1 rg 0 0 60 40 re f", "/Type/XObject/Subtype/Form/BBox[0 0 60 40]"),
  "<</Type/Page/Parent 2 0 R>>",
  rawStream("10 0 0 0 9 9 d1 0 0 5 5 re f"),
]);

/** Makes a pass write other data into the selected streams. */
const replacing =
  (meant: (stream: Stream) => boolean, make: (data: Buffer) => Buffer) =>
  ({ catalog }: Document): void => {
    for (const { value } of reachableObjects(catalog)) {
      if (!(value instanceof Stream) || !meant(value)) continue;
      setStreamData(value, make(plainData(value, openWithBudget(file).budget)!));
    }
  };

const within =
  (pass: Pass, spoil: (document: Document) => void): Compress =>
  async (document, level, budget, attempt) => {
    const chosen = new Set(attempt?.passes);
    const passes = new Set([...chosen].filter((one) => one === "names"));
    const writing = await compressDocument(document, level, budget, { passes });
    if (chosen.has(pass)) spoil(document);
    return writing;
  };

const isPage = (stream: Stream) => stream.dict.size <= 1 && Buffer.from(stream.data).length > 60;
const contentWith = (from: RegExp, to: string) => (data: Buffer) =>
  Buffer.from(data.toString("latin1").replace(from, to), "latin1");
const isImage = (stream: Stream) => nameAt(stream, "Subtype") === "Image";
const gray = (data: Buffer) => Buffer.alloc(data.length, 128);

const DAMAGES: [what: string, pass: Pass, fault: Difference, spoil: (document: Document) => void][] = [
  ["a missing letter", "contents", "text", replacing(isPage, contentWith(/Small/, "Smal"))],
  ["another colour", "contents", "drawing", replacing(isPage, contentWith(/1 0 0 rg/, "1 .3 0 rg"))],
  ["text in another place", "contents", "drawing", replacing(isPage, contentWith(/20 170 Td/, "22 170 Td"))],
  [
    "a glyph without its outline",
    "fonts",
    "drawing",
    replacing(
      (stream) => Buffer.from(stream.data).includes("0 0 9 9 d1"),
      () => Buffer.from("10 0 0 0 9 9 d1"),
    ),
  ],
  ["a picture without its colours", "pictures", "pictures", replacing(isImage, gray)],
  ["a scan without its colours", "layers", "pictures", replacing(isImage, gray)],
  ["a missing picture", "names", "pictures", ({ pages }) => dictAt(get(pages[0], "Resources"), "XObject")!.delete("I")],
  [
    "an annotation without its appearance",
    "contents",
    "drawing",
    replacing(
      (stream) => nameAt(stream, "Subtype") === "Form",
      () => Buffer.from("n"),
    ),
  ],
];

describe("a pass is undone when it causes", () => {
  for (const [what, pass, fault, spoil] of DAMAGES) {
    test(what, async () => {
      const { pieces, faults, size } = await compressProven(file, LEVELS.medium, renderer, within(pass, spoil));
      assert.equal(faults[0], fault);
      assert.ok(pieces !== undefined && size < file.length);
      const { document, budget } = openWithBudget(Buffer.concat(pieces));
      const [first] = document.pages;
      const content = plainData(resolve(get(first, "Contents")) as Stream, budget)!.toString("latin1");
      assert.match(content, /1 0 0 rg.*20 170 Td.*\(Small text\)/s);
      const image = dictAt(get(first, "Resources"), "XObject")!.get("I");
      assert.ok(plainData(resolve(image) as Stream, budget)!.equals(picture));
    });
  }
});

/** Pages with a picture each; the pictures are `side` pixels wide and high. */
const withPictures = (...sides: number[]): Buffer => {
  const noise = (side: number) =>
    Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (((at / side) % 200) | (random() * 40)) & 255));
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${sides.length}/Kids[${sides.map((_, at) => `${3 + 3 * at} 0 R`).join(" ")}]/MediaBox[0 0 99 99]>>`,
    ...sides.flatMap((side, at) => [
      `<</Type/Page/Parent 2 0 R/Contents ${4 + 3 * at} 0 R/Resources<</XObject<</I ${5 + 3 * at} 0 R>>>>>>`,
      rawStream("q 80 0 0 80 9 9 cm /I Do Q"),
      rawStream(
        noise(side),
        `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB`,
      ),
    ]),
  ]);
};

const imagesIn = ({ catalog }: Document): Stream[] =>
  reachableObjects(catalog).flatMap(({ value }) => (value instanceof Stream && isImage(value) ? [value] : []));

describe("of two pictures, one of which looks wrong,", () => {
  const bytes = withPictures(70, 90);
  const damaged = async (spoiledAttempts: number) => {
    let [attempts, stored] = [0, 0];
    const spoiling: Compress = async (...input) => {
      attempts++;
      const compressed = await compressDocument(...input);
      const image = imagesIn(input[0]).find((one) => get(one, "Width") === 90);
      assert.ok(image !== undefined && compressed.pictures !== undefined);
      const { pictures } = compressed;
      const spoil = () => setStreamData(image, deflateSync(Buffer.alloc(90 * 90 * 3, 128)), "FlateDecode");
      spoil();
      const improve = async (shown: ShownPictures) => {
        const isImproved = await pictures.improve(shown);
        if (++stored < spoiledAttempts) spoil();
        return isImproved;
      };
      return { ...compressed, pictures: { improve } };
    };
    const { pieces, faults, improvements } = await compressProven(bytes, LEVELS.medium, renderer, spoiling);
    assert.ok(pieces !== undefined);
    const { document } = openWithBudget(Buffer.concat(pieces));
    assert.deepEqual(faults, []);
    return {
      attempts,
      improvements,
      filters: imagesIn(document).map((one) => [get(one, "Width"), nameAt(one, "Filter")]),
    };
  };

  test("that one is stored again, and nothing else is done again", async () => {
    const { attempts, improvements, filters } = await damaged(1);
    assert.deepEqual([attempts, improvements], [1, 1]);
    assert.deepEqual(filters, [
      [70, "DCTDecode"],
      [90, "DCTDecode"],
    ]);
  });

  test("that one is as it was in the end, and the other one is not", async () => {
    const { attempts, improvements, filters } = await damaged(3);
    assert.deepEqual([attempts, improvements], [1, 3]);
    assert.deepEqual(filters, [
      [70, "DCTDecode"],
      [90, undefined],
    ]);
  });
});

test("the input is returned when the result is wrong even without optional passes", async () => {
  const spoiled: Compress = async (document, level, budget, attempt) => {
    setPages(document.catalog, document.pages.slice(0, -1));
    return compressDocument(document, level, budget, attempt);
  };
  const { pieces, faults } = await compressProven(file, LEVELS.medium, renderer, spoiled);
  assert.equal(pieces, undefined);
  assert.deepEqual(new Set(faults), new Set(["pages"]));
});

test("a correct result is compared on all pages, and no pass is undone", async () => {
  const { pieces, faults, warnings } = await compressProven(file, LEVELS.low, renderer);
  assert.ok(pieces !== undefined);
  assert.deepEqual([faults, warnings], [[], []]);
});

test("a sample of a long file is compared, with a warning", async () => {
  const pages = Array.from({ length: 240 }, (_, at) => `<</Type/Page/Parent 2 0 R/Contents ${at + 3} 0 R>>`);
  const long = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count 240/Kids[${pages.map((_, at) => `${at + 243} 0 R`).join(" ")}]/MediaBox[0 0 30 20]>>`,
    ...pages.map((_, at) => rawStream(`0 0 ${at % 30} 9 re f${" ".repeat(50)}`)),
    ...pages,
  ]);
  const { pieces, warnings } = await compressProven(long, LEVELS.medium, renderer);
  assert.ok(pieces !== undefined);
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message.slice(0, 16)]),
    [["proof-sampled", "200 of 240 pages"]],
  );
});
