import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inheritedSettings, initialSettings } from "../../../../lib/pdf/contents/graphics-state.ts";
import { normalise } from "../../../../lib/pdf/contents/normalise.ts";
import { type Dict, Name, type Value } from "../../../../lib/pdf/objects.ts";

/** A font whose codes 65 to 67 have the width 500. */
const font: Dict = new Map<string, Value>([
  ["Subtype", new Name("TrueType")],
  ["FirstChar", 65],
  ["Widths", [500, 500, 500]],
]);
/** A font with two-byte codes of the same width. */
const composite: Dict = new Map<string, Value>([
  ["Subtype", new Name("Type0")],
  ["Encoding", new Name("Identity-H")],
  ["DescendantFonts", [new Map([["DW", 500]])]],
]);
/** A graphics state without a font, and one with a font. */
const states: Dict = new Map<string, Value>([
  ["Plain", new Map([["ca", 0.5]])],
  ["Large", new Map([["Font", [font, 20]]])],
]);
const resources: Dict = new Map([
  [
    "Font",
    new Map([
      ["F", font],
      ["C", composite],
    ]),
  ],
  ["ExtGState", states],
]);
const rewrite = (content: string, start = initialSettings()): string | undefined =>
  normalise(Buffer.from(content, "latin1"), { resources, scale: 1, start })
    ?.toString("latin1")
    .trim()
    .replaceAll("\n", " ");

test("large numbers are written without an exponent", () => {
  const content = `${"4".padEnd(30, "0")} ${"-4".padEnd(31, "0")} 9 9 re f`;
  assert.match(rewrite(content) ?? "", /^[34]\d{29} -[34]\d{29} 9 9 re f$/);
});

describe("content is rewritten:", () => {
  for (const [what, before, after] of [
    ["settings without effect are removed", "1 0 0 rg 0 1 0 rg 0 0 9 9 re f", "0 1 0 rg 0 0 9 9 re f"],
    ["settings with the current value are removed", "0 g 1 w 0 0 9 9 re S", "0 0 9 9 re S"],
    [
      "`Q` directly before `q` is removed",
      "q 1 g 0 0 1 1 re f Q q 1 g 2 0 1 1 re f Q",
      "q 1 g 0 0 1 1 re f 2 0 1 1 re f Q",
    ],
    [
      "`Q` after a change of the matrix is kept",
      "q 2 0 0 2 0 0 cm Q q 0 0 1 1 re f Q",
      "q 2 0 0 2 0 0 cm Q q 0 0 1 1 re f Q",
    ],
    [
      "a font stays while nothing is shown in the one before it, which is not known",
      "q BT /F 10 Tf (A) Tj ET Q q 0 0 1 1 re f Q q BT /F 10 Tf (B) Tj ET Q",
      "q BT/F 10 Tf(A)Tj ET 0 0 1 1 re f BT(B)Tj ET Q",
    ],
    ["numbers are rounded to what is visible", "0.000012 10.00001 9.123456 -0.5 re f", "0 10 9.12 -.5 re f"],
    [
      "glyphs that were placed one by one become a string",
      "BT /F 10 Tf 1 0 0 1 20 30 Tm (A) Tj 5 0 Td (B) Tj 5.001 0 Td (C) Tj ET",
      "BT 1 0 0 1 20 30 Tm/F 10 Tf(ABC)Tj ET",
    ],
    [
      "gaps between glyphs become kerning",
      "BT /F 10 Tf (A) Tj 8 0 Td (B) Tj 0 -12 Td (C) Tj ET",
      "BT/F 10 Tf[(A)-300(B)]TJ 8 -12 Td(C)Tj ET",
    ],
    [
      "text objects that follow each other become one",
      "BT 10 20 Td /F 10 Tf (A) Tj ET BT 40 20 Td (B) Tj ET",
      "BT 10 20 Td/F 10 Tf(A)Tj 30 0 Td(B)Tj ET",
    ],
    [
      "settings between a path and its painting apply to the painting",
      "1 0 0 rg 0 0 9 9 re /DeviceRGB cs 0 0 1 scn f 0 0 m 2 w [3] 0 d 9 9 l 1 0 0 RG S",
      "1 0 0 rg 0 0 9 9 re/DeviceRGB cs 0 0 1 scn f 0 0 m 9 9 l 1 0 0 RG 2 w[3]0 d S",
    ],
    [
      "a state that is restored within a path is restored at the same place",
      "q 2 0 0 2 0 0 cm 0 0 m Q 9 9 l S q 1 g 0 0 9 9 re Q f",
      "q 2 0 0 2 0 0 cm 0 0 m Q 9 9 l S q 1 g 0 0 9 9 re Q f",
    ],
    ["a line that is thinner than rounding stays", "0 0 9.001 .0012 re f", "0 0 9.001 .0012 re f"],
    [
      "an extended graphics state without a font leaves kerning and widths known",
      "BT /F 10 Tf /Plain gs [(A)-500(B)]TJ 15 0 Td (C) Tj ET",
      "BT/F 10 Tf/Plain gs[(A)-500(BC)]TJ ET",
    ],
    [
      "kerning stays where the font's size is not known",
      "BT /F 10 Tf /Large gs [(A)-500(B)]TJ 0 1 Td (C) Tj ET",
      "BT/F 10 Tf/Large gs[(A)-500(B)]TJ 0 1 Td(C)Tj ET",
    ],
    [
      "kernings too small to be visible are added up and written later",
      "BT /F 10 Tf [(A)-.5(A)-.5(A)-.5(A)]TJ ET",
      "BT/F 10 Tf[(AA)-1(AA)]TJ ET",
    ],
    [
      "a state saved after a rendering intent is not merged with the one before",
      "q /Perceptual ri 0 0 1 1 re f Q q 2 0 1 1 re f Q",
      "q/Perceptual ri 0 0 1 1 re f Q q 2 0 1 1 re f Q",
    ],
    [
      "an inline image stays as it is, and its last byte too if that is white space",
      "1 g 0 g BI /W 2 /H 1 /BPC 8 /CS /G ID x\0 EI /Plain gs 1 g BI /W 1 /H 1 /IM true /BPC 1 ID \0EI 0 0 1 1 re f",
      "BI/W 2/H 1/BPC 8/CS/G ID x\0 EI /Plain gs 1 g BI/W 1/H 1/IM true/BPC 1 ID \0EI 0 0 1 1 re f",
    ],
    ["marked content stays around its text", "/P BMC BT (A) ' ET EMC", "/P BMC BT(A)' ET EMC"],
  ] as const) {
    test(what, () => assert.equal(rewrite(before), after));
  }

  test("strings of a composite font that end within a code have no known width", () => {
    const content = "BT /C 10 Tf <0041> Tj <41> Tj <0042> Tj ET";
    assert.equal(rewrite(content), "BT/C 10 Tf[(\0A)(A)(\0B)]TJ ET");
  });

  test("a form sets its settings, because the inherited ones are unknown", () => {
    assert.equal(rewrite("0 g 0 0 9 9 re f", inheritedSettings()), "0 g 0 0 9 9 re f");
  });
});

describe("content is not changed", () => {
  for (const [what, content] of [
    ["with an inline image that is not closed", "BI /W 1 /H 1 /BPC 8 /CS /G ID x"],
    ["with an unknown operator", "1 2 frobnicate"],
    ["with text that adds to the clip", "BT 7 Tr (A) Tj ET BT (B) Tj ET"],
    ["with text in a font that is not known, after another one", "q BT /F 10 Tf (A) Tj ET Q q BT (B) Tj ET Q"],
    ["with a form after a font that is not known", "q BT /F 10 Tf (A) Tj ET Q q /X Do Q"],
    ["with one Q too many", "q Q Q"],
    ["with one q too many", "q 0 0 9 9 re f"],
  ] as const) {
    test(what, () => assert.equal(rewrite(content), undefined));
  }
});

test("a move that leaves the gap at which readers start a new word keeps its precision", () => {
  const start = "BT /F 12 Tf 1 0 0 1 20 30 Tm (A) Tj";
  assert.equal(
    rewrite(`${start} 7.19996 0 Td (B) Tj 7.20004 0 Td (C) Tj ET`),
    "BT 1 0 0 1 20 30 Tm/F 12 Tf(A)Tj 7.19996 0 Td(B)Tj 7.20004 0 Td(C)Tj ET",
  );
  assert.equal(rewrite(`${start} 7.5 0 Td (B) Tj ET`), "BT 1 0 0 1 20 30 Tm/F 12 Tf[(A)-125(B)]TJ ET");
});
