import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { assertStylesHaveRoots } from "../../../../lib/ooxml/word/style-cycles.ts";

const style = (id: string, basedOn?: string, type = "paragraph") =>
  `<w:style w:type="${type}" w:styleId="${id}">${basedOn === undefined ? "" : `<w:basedOn w:val="${basedOn}"/>`}</w:style>`;
const check = (...styles: readonly string[]) =>
  assertStylesHaveRoots("word/styles.xml", `<w:styles>${styles.join("")}</w:styles>`);

const DAMAGED = {
  code: "UNSUPPORTED_MEDIA_TYPE",
  reason: "document-damaged",
  message: "The file is damaged: in word/styles.xml, styles are based on each other in a circle (basedOn).",
};

suite("styles of a Word document", () => {
  for (const [what, styles] of [
    ["two styles", [style("A", "B"), style("B", "A")]],
    ["three styles", [style("A", "B"), style("B", "C"), style("C", "A")]],
    ["styles of two types", [style("A", "B"), style("B", "A", "character")]],
    ["a circle at the end of a chain", [style("A", "B"), style("B", "C"), style("C", "B")]],
    ["a circle after a chain with a root", [style("R"), style("A", "R"), style("B", "C"), style("C", "B")]],
  ] as const) {
    test(`are refused if they are based on each other: ${what}`, () => {
      assert.throws(() => check(...styles), DAMAGED);
    });
  }

  for (const [what, styles] of [
    ["with a common root", [style("A", "R"), style("B", "R"), style("C", "A"), style("R")]],
    ["based on a style that is missing", [style("A", "missing"), style("B", "missing")]],
    ["based on itself", [style("A", "A"), style("B", "A")]],
    ["without any base", [style("A"), style("B")]],
  ] as const) {
    test(`are taken ${what}`, () => check(...styles));
  }

  test("are read in one pass, however long their chains are", () => {
    const count = 100_000;
    check(...Array.from({ length: count }, (_, index) => style(`S${index}`, `S${index + 1}`)));
    check(...Array.from({ length: count }, (_, index) => style(`S${index}`, `S${index - 1}`)));
  });
});
