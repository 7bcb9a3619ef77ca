import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { GlyphTexts } from "../../../../../lib/engines/chromium/glyph-texts/glyph-texts.ts";

const FONT = 4;

/** The characters of the font after contents have shown glyphs: `["0302", "0645"]` is a glyph whose text is stated. */
const charactersAfter = (...shown: readonly (readonly [codes: string, hex?: string])[]) => {
  const texts = new GlyphTexts(new Set([FONT]));
  for (const [codes, hex] of shown) {
    const stated = hex === undefined ? undefined : { hex, first: 0, last: 1 };
    texts.count({ font: FONT, codes: codes.split(" "), stated });
  }
  return Object.fromEntries(texts.charactersOf(FONT));
};

suite("the character of a glyph", () => {
  test("is the one that is stated most often", () => {
    const [arabicYeh, farsiYeh] = ["064A", "06CC"];
    assert.deepEqual(charactersAfter(["0302", arabicYeh], ["0302", farsiYeh], ["0302", farsiYeh]), {
      "0302": "\u06cc",
    });
  });

  test("is the one of Unicode for letters that the font joins", () => {
    assert.deepEqual(charactersAfter(["02C1", "06440627"], ["02C2", "06440649"]), {
      "02C1": "\ufefb",
      "02C2": "\ufc43",
    });
  });

  test("stays that of the font's map if the glyph is also shown without a text", () => {
    assert.deepEqual(charactersAfter(["0302", "0645"], ["0003 0302"]), {});
  });

  test("stays that of the font's map if a text belongs to several glyphs, or is several letters", () => {
    assert.deepEqual(charactersAfter(["0302 0303", "0645"], ["0304", "064406440647"], ["0305", ""]), {});
  });

  test("is not known of a font without a map", () => {
    const texts = new GlyphTexts(new Set());
    texts.count({ font: FONT, codes: ["0302"], stated: { hex: "0645", first: 0, last: 1 } });
    assert.equal(texts.charactersOf(FONT).size, 0);
  });
});
