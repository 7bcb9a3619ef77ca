import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MEANINGLESS } from "../../../../lib/pdf/archive/accessible.ts";
import { giveMeanings } from "../../../../lib/pdf/archive/glyph-meanings.ts";
import { unicodeTexts } from "../../../../lib/pdf/compress/fonts/code-tables.ts";
import { readUsage } from "../../../../lib/pdf/compress/read-usage.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { writeToUnicode } from "../../../../lib/pdf/to-unicode.ts";
import { onePage, rawStream } from "../../../support/pdf/raw.ts";

const hexOf = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

/** Shows codes, with a text that stands for them if one is given. */
const shown = (codes: string, text?: string) =>
  text === undefined ? `<${codes}> Tj` : `/Span <</ActualText <FEFF${hexOf(text)}>>> BDC <${codes}> Tj EMC`;

/** The texts of a font's codes after a page has shown some, with the texts that its map had before. */
const textsAfter = (content: readonly string[], before: Record<number, string>) => {
  const map = Object.entries(before).map(([code, text]) => [Number(code), hexOf(text)] as const);
  const file = onePage({
    content: `BT /F 9 Tf ${content.join(" ")} ET`,
    resources: "/Font<</F 5 0 R>>",
    objects: [
      "<</Type/Font/Subtype/Type0/BaseFont/F/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font>>]>>",
      rawStream(writeToUnicode(map)),
    ],
  });
  const { document, budget } = openWithBudget(file);
  const { shownStrings } = readUsage(document, budget);
  giveMeanings(document.pages, shownStrings, MEANINGLESS, budget);
  const [font] = shownStrings.keys();
  const texts = [...(unicodeTexts(font!, budget) ?? [])];
  return Object.fromEntries(texts.map(([code, hex]) => [code, Buffer.from(hex, "hex").swap16().toString("utf16le")]));
};

suite("a code without a meaning in Unicode", () => {
  test("gets what a text holds beside the meanings of its other glyphs", () => {
    assert.deepEqual(textsAfter([shown("00010002", "ที่")], { 1: "ที", 2: "\0" }), { 1: "ที", 2: "่" });
    assert.deepEqual(textsAfter([shown("00020001", "قِ")], { 1: "ق" }), { 1: "ق", 2: "ِ" });
  });

  test("gets the text that it has most often", () => {
    const content = [shown("0001", "a"), shown("0001", "b"), shown("0001", "b")];
    assert.deepEqual(textsAfter(content, {}), { 1: "b" });
  });

  test("is told from another one by the texts in which only one of them is shown", () => {
    assert.deepEqual(textsAfter([shown("00010002", "कि"), shown("00010003", "पि")], { 3: "प" }), {
      1: "ि",
      2: "क",
      3: "प",
    });
  });

  test("shares the text of glyphs that are only shown together", () => {
    assert.deepEqual(textsAfter([shown("00010002", "abc")], {}), { 1: "a", 2: "bc" });
    assert.deepEqual(textsAfter([shown("00010002", "a")], {}), { 1: "a", 2: "a" });
  });

  test("gets the letter of which it is a part", () => {
    assert.deepEqual(textsAfter([shown("00010002", "a")], { 1: "a" }), { 1: "a", 2: "a" });
  });

  test("stays without one where no text is stated, or only one of private use", () => {
    assert.deepEqual(textsAfter([shown("0001"), shown("0002", "\ue000")], { 2: "\0" }), { 2: "\0" });
  });
});

test("the text of a content is that of the contents in it, unless they state another one", () => {
  const inner = [shown("0002", "b"), "/P BMC <0001> Tj EMC"].join(" ");
  assert.deepEqual(textsAfter([`/Span <</ActualText (a)>> BDC ${inner} EMC`], {}), { 1: "a", 2: "b" });
});

test("a text of very many glyphs is not looked into", () => {
  assert.deepEqual(textsAfter([shown("0001".repeat(300), "a"), shown("0002", "b")], {}), { 2: "b" });
});

suite("an icon of private use", () => {
  test("gets the text that stands for it", () => {
    assert.deepEqual(textsAfter([shown("0001", "×")], { 1: "\ue088" }), { 1: "×" });
  });

  test("stays one if it is also shown without a text", () => {
    assert.deepEqual(textsAfter([shown("0001", "×"), shown("0001")], { 1: "\ue088" }), { 1: "\ue088" });
  });
});

test("a code with a meaning keeps it", () => {
  assert.deepEqual(textsAfter([shown("0001", "b")], { 1: "a" }), { 1: "a" });
});
