import assert from "node:assert/strict";
import { test } from "node:test";
import { removePages } from "../../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../../support/finished.ts";
import { unpacked } from "../../../support/pdf/look.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const image = (marker: string) =>
  rawStream(
    marker.repeat(10),
    `/Type/XObject/Subtype/Image/Width ${marker.length}/Height 10/BitsPerComponent 8/ColorSpace/DeviceGray`,
  );

const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]";
const PATTERN = "/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9/BBox[0 0 9 9]";

/** All draw from one dictionary of resources: the pages inherit it, the others name it or none of their own. */
const shared = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]/Resources 7 0 R>>",
  "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[20 0 R]>>",
  "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
  rawStream(
    "/Own Do /Whole Do /Bare Do /Partly Do /Pattern cs /Tiles scn 0 0 9 9 re f /Soft gs BT /Glyphs 9 Tf (a) Tj ET",
  ),
  rawStream("/Leaving Do /LeavingForm Do"),
  `<</XObject<</Own 8 0 R/Whole 9 0 R/Bare 10 0 R/Partly 11 0 R/Leaving 12 0 R/LeavingForm 13 0 R/InWhole 14 0 R
    /InBare 15 0 R/InPartly 16 0 R/InTiles 17 0 R/InSoft 18 0 R/InGlyph 19 0 R/InLook 22 0 R/InNested 26 0 R>>
    /Pattern<</Tiles 23 0 R>>/ExtGState<</Soft<</SMask<</S/Luminosity/G 24 0 R>>>>>>/Font<</Glyphs 25 0 R>>>>`,
  image("drawn by the page"),
  rawStream("/InWhole Do", `${FORM}/Resources 7 0 R`),
  rawStream("/InBare Do", FORM),
  rawStream("/InPartly Do /Nested Do", `${FORM}/Resources<</XObject<</Nested 27 0 R>>>>`),
  image("leaves with its page"),
  rawStream("(words that leave with their page) pop", FORM),
  image("drawn by a form that shares the resources"),
  image("drawn by a form without resources"),
  image("drawn by a form with other resources"),
  image("drawn by a pattern"),
  image("drawn by a soft mask"),
  image("drawn by a glyph"),
  "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N<</On 21 0 R>>>>/AS/On>>",
  rawStream("/InLook Do", `${FORM}/Resources 7 0 R`),
  image("drawn by the appearance of an annotation"),
  rawStream("/InTiles Do", `${PATTERN}/Resources 7 0 R`),
  rawStream("/InSoft Do", `${FORM}/Resources 7 0 R/Group<</S/Transparency>>`),
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[9]
    /Encoding<</Differences[97/a]>>/CharProcs<</a 28 0 R>>>>`,
  image("drawn by a form in a form"),
  rawStream("/InNested Do", FORM),
  rawStream("9 0 d0 /InGlyph Do"),
]);

test("resources that kept pages use indirectly are kept, those of the removed page alone are removed", async () => {
  const { body } = await removePages.run({ bytes: shared, pages: [2] }, new AbortController().signal);
  const text = unpacked(await bytesOf({ body }));
  const drawn = [
    "by the page",
    "by a form that shares the resources",
    "by a form without resources",
    "by a form with other resources",
    "by a pattern",
    "by a soft mask",
    "by a glyph",
    "by the appearance of an annotation",
    "by a form in a form",
  ];
  assert.deepEqual(
    drawn.filter((what) => !text.includes(`drawn ${what}`)),
    [],
  );
  assert.doesNotMatch(text, /leaves? with/);
});
