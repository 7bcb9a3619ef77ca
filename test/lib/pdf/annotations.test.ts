import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { arrayAt, dictOf, nameAt } from "../../../lib/pdf/access.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { bytesOf } from "../../support/finished.ts";
import { compress } from "../../support/pdf/compress.ts";
import { unpacked } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";

const { signal } = new AbortController();

/** Two pages with annotations; object 6 is a link, 7 an array of it, 8 a stream, 9 a free object. */
const annotated = (first: string, second = "/Annots[6 0 R]") =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>",
    `<</Type/Page/Parent 2 0 R/Contents 5 0 R${first}>>`,
    `<</Type/Page/Parent 2 0 R${second}>>`,
    rawStream("q Q ".repeat(4000)),
    "<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(https://example.com)>>>>",
    "[6 0 R]",
    rawStream("misplaced", "/Misplaced true"),
    undefined,
  ]);

/** The types of the annotations of a page, with `?` for other entries; undefined if it has no list. */
const typesOn = (bytes: Uint8Array, page: number) => {
  const { document } = openWithBudget(bytes);
  return arrayAt(document.pages[page], "Annots")?.map((entry) => nameAt(dictOf(entry), "Subtype") ?? "?");
};

describe("a list of annotations", () => {
  for (const [name, list, expected] of [
    [
      "with nulls, free objects, numbers, arrays and streams keeps its annotations",
      "/Annots[null 9 0 R 6 0 R 5 7 0 R 8 0 R]",
      ["Link"],
    ],
    ["with a direct annotation keeps it", "/Annots[<</Subtype/Link/Rect[1 1 9 9]>>(x)]", ["Link"]],
    ["that is a dictionary is dropped", "/Annots 6 0 R", undefined],
    ["that is a number is dropped", "/Annots 8", undefined],
    ["that is valid stays", "/Annots 7 0 R", ["Link"]],
  ] as const) {
    test(name, async () => {
      const bytes = annotated(list);
      const merged = await bytesOf(
        await mergePdf.run(
          [bytes, textPdf("a")].map((file) => ({ name: "f.pdf", bytes: file })),
          signal,
        ),
      );
      const removed = await bytesOf(await removePages.run({ bytes, pages: [2] }, signal));
      const { body } = await compress(bytes);
      for (const result of [merged, removed, body]) {
        assert.deepEqual(typesOn(result, 0), expected);
        assert.doesNotMatch(unpacked(result), /Annots(?:\s+null|\s*\[[^\]]*null)|Misplaced/);
      }
    });
  }
});
