import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inheritedSettings, initialSettings } from "../../../../lib/pdf/contents/graphics-state.ts";
import { normalise } from "../../../../lib/pdf/contents/normalise.ts";
import { type Dict, Name, type Value } from "../../../../lib/pdf/objects.ts";

/** A font whose codes 65 to 67 are 500 wide. */
const font: Dict = new Map<string, Value>([
  ["Subtype", new Name("TrueType")],
  ["FirstChar", 65],
  ["Widths", [500, 500, 500]],
]);
const resources: Dict = new Map([["Font", new Map([["F", font]])]]);
const rewrite = (content: string, start = initialSettings()): string | undefined =>
  normalise(Buffer.from(content, "latin1"), resources, 1, start)?.toString("latin1").trim().replaceAll("\n", " ");

describe("content is written anew", () => {
  for (const [what, before, after] of [
    ["settings that are never used vanish", "1 0 0 rg 0 1 0 rg 0 0 9 9 re f", "0 1 0 rg 0 0 9 9 re f"],
    ["what is in force already is not said again", "0 g 1 w 0 0 9 9 re S", "0 0 9 9 re S"],
    [
      "a state that is saved right after it was restored is not",
      "q 1 g 0 0 1 1 re f Q q 1 g 2 0 1 1 re f Q",
      "q 1 g 0 0 1 1 re f 2 0 1 1 re f Q",
    ],
    ["a matrix keeps its state apart", "q 2 0 0 2 0 0 cm Q q 0 0 1 1 re f Q", "q 2 0 0 2 0 0 cm Q q 0 0 1 1 re f Q"],
    ["numbers lose what nobody can see", "0.000012 10.00001 9.123456 -0.5 re f", "0 10 9.12 -.5 re f"],
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
    ["marked content stays around its text", "/P BMC BT (A) ' ET EMC", "/P BMC BT(A)' ET EMC"],
  ] as const) {
    test(what, () => assert.equal(rewrite(before), after));
  }

  test("a form says its settings: it does not know what it is drawn under", () => {
    assert.equal(rewrite("0 g 0 0 9 9 re f", inheritedSettings()), "0 g 0 0 9 9 re f");
  });
});

describe("content is left as it is", () => {
  for (const [what, content] of [
    ["with an inline image", "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"],
    ["with an operator that nobody knows", "1 2 frobnicate"],
    ["with a Q too many", "q Q Q"],
    ["with a q too many", "q 0 0 9 9 re f"],
  ] as const) {
    test(what, () => assert.equal(rewrite(content), undefined));
  }
});
