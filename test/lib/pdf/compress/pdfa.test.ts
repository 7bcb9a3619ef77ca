import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { arrayAt, dictAt, get, nameAt, resolve } from "../../../../lib/pdf/access.ts";
import { compressDocument } from "../../../../lib/pdf/compress/compress.ts";
import { LEVELS } from "../../../../lib/pdf/compress/levels.ts";
import { Stream, type Value } from "../../../../lib/pdf/objects.ts";
import { pdfaPart } from "../../../../lib/pdf/pdfa-claim.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { writePdf } from "../../../../lib/pdf/write/write.ts";
import { seeded } from "../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const random = seeded(4);
const grays = Buffer.from(Array.from({ length: 150 * 150 }, () => Math.floor(random() * 9) * 20));
const rgb = Buffer.from([...grays].flatMap((gray) => [gray, gray, gray]));

/** A file that claims a part of PDF/A, with a picture in an ICC-based colour space. */
const archive = (claim: string, encode = (xmp: string): Buffer => Buffer.from(xmp)): Buffer =>
  rawPdf(
    [
      "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[7 0 R]>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 6 0 R>>/Font<</F 9 0 R>>>>>>",
      rawStream(`q 72 0 0 72 0 0 cm /I Do Q BT /F 9 Tf <0001> Tj ET${" ".repeat(400)}`),
      rawStream(encode(`<rdf:Description ${claim}</rdf:Description>${" ".repeat(400)}`), "/Type/Metadata/Subtype/XML"),
      rawStream(rgb, "/Type/XObject/Subtype/Image/Width 150/Height 150/BitsPerComponent 8/ColorSpace[/ICCBased 8 0 R]"),
      "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 8 0 R>>",
      rawStream("a profile".repeat(30), "/N 3"),
      "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+A/Encoding/Identity-H/DescendantFonts[10 0 R]>>",
      "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+A/FontDescriptor 11 0 R>>",
      "<</Type/FontDescriptor/FontName/ABCDEF+A/Flags 4/CIDSet 12 0 R>>",
      rawStream("\xc0"),
    ],
    "/ID[<01><02>]",
    "%PDF-1.4\n",
  );

const compressed = async (bytes: Buffer): Promise<Buffer> => {
  const { document, budget } = openWithBudget(bytes);
  return Buffer.concat(writePdf(await compressDocument(document, LEVELS.low, budget)).pieces);
};

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf32 = (text: string): Buffer => Buffer.concat([...text].map((sign) => Buffer.from([...utf16(sign), 0, 0])));

describe("the part of PDF/A that a document claims is read", () => {
  const attribute = 'pdfaid:part="2">';
  for (const [what, metadata, part] of [
    ["from an element", archive("><pdfaid:part>1</pdfaid:part>"), 1],
    ["from an attribute", archive('pdfaid:part="3">'), 3],
    ["in UTF-16", archive(attribute, utf16), 2],
    [
      "in UTF-16 with the highest byte first, after a mark",
      archive(attribute, (xmp) => utf16(`\ufeff${xmp}`).swap16()),
      2,
    ],
    ["in UTF-32", archive(attribute, utf32), 2],
    ["and is undefined without a claim", archive("><pdf:Producer>1</pdf:Producer>"), undefined],
    ["and is undefined for a part that there is not", archive('pdfaid:part="7">'), undefined],
  ] as const) {
    test(what, () => {
      const { document, budget } = openWithBudget(metadata);
      assert.equal(pdfaPart(document.catalog, budget), part);
    });
  }
});

describe("a PDF/A file keeps its conformance:", () => {
  test("part 1 has no object streams, its version, an identifier, and metadata without filters", async () => {
    const before = archive("><pdfaid:part>1</pdfaid:part>");
    const after = await compressed(before);
    assert.ok(after.length < before.length / 2);
    const text = after.toString("latin1");
    assert.match(text, /^%PDF-1\.4/);
    assert.doesNotMatch(text, /\/ObjStm|\/XRef/);
    assert.match(text, /\nxref\n/);
    assert.match(text, /trailer\s*<<.*\/ID\s*\[/s);
    assert.match(text, /<pdfaid:part>1</);
    assert.equal(nameAt(arrayAt(openWithBudget(after).document.catalog, "OutputIntents")![0], "S"), "GTS_PDFA1");
  });

  test("part 2 may have object streams", async () => {
    assert.match((await compressed(archive('pdfaid:part="2">'))).toString("latin1"), /\/ObjStm/);
  });

  test("part 1 keeps the required lists of the fonts' glyphs, part 2 loses them, because the glyphs change", async () => {
    const hasList = async (part: 1 | 2): Promise<boolean> => {
      const { catalog } = openWithBudget(await compressed(archive(`pdfaid:part="${part}">`))).document;
      return [...reachableObjects(catalog)].some(({ value }) => value instanceof Map && value.has("CIDSet"));
    };
    assert.deepEqual([await hasList(1), await hasList(2)], [true, false]);
  });

  test("pictures keep an ICC-based colour space, and get no soft mask", async () => {
    const { catalog } = openWithBudget(await compressed(archive('pdfaid:part="2">'))).document;
    const images = [...reachableObjects(catalog)].flatMap(({ value }) =>
      value instanceof Stream && nameAt(value, "Subtype") === "Image" ? [value] : [],
    );
    const family = (space: Value | undefined): unknown => {
      const direct = resolve(space);
      if (!Array.isArray(direct)) return direct;
      const [name, base] = direct.map((entry) => resolve(entry));
      return (name as { text: string }).text === "Indexed" ? family(base) : name;
    };
    for (const image of images) {
      assert.equal((family(get(image, "ColorSpace")) as { text: string }).text, "ICCBased");
      assert.equal(dictAt(image, "SMask"), undefined);
    }
    assert.ok(images.length > 0);
  });
});
