import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { compressPdf } from "../../../../lib/engines/compress-pdf.ts";
import { charstring } from "../../../../lib/fonts/type1/charstring.ts";
import { get, nameAt } from "../../../../lib/pdf/access.ts";
import { fontsOf } from "../../../../lib/pdf/compress/fonts/subset.ts";
import { convertType1 } from "../../../../lib/pdf/compress/fonts/type1.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { pageTexts } from "../../../support/pdf/look.ts";

test("a Type 1 font becomes CFF, and its text is kept", async () => {
  const before = await readFile(new URL("../../../fixtures/pdf/type1.pdf", import.meta.url));
  const { body: after } = await compressPdf.run({ bytes: before, quality: "high" }, new AbortController().signal);
  const subtypes = [...reachableObjects(openWithBudget(after).document.catalog)].map((ref) => nameAt(ref, "Subtype"));
  assert.ok(subtypes.includes("Type1C"));
  assert.ok(after.length < before.length * 0.75, `${after.length} of ${before.length} bytes`);
  assert.deepEqual(await pageTexts(after), await pageTexts(before));
});

test("a Type 1 font that defines its subroutines twice is not changed", async () => {
  const before = await readFile(new URL("../../../fixtures/pdf/type1-subrs-twice.pdf", import.meta.url));
  const { document, budget } = openWithBudget(before);
  convertType1(fontsOf(document.catalog), true, budget);
  const descriptors = [...reachableObjects(document.catalog)].filter((ref) => get(ref, "FontFile") !== undefined);
  assert.equal(descriptors.length, 1);
});

test("an outline is written in Type 2 operators, joined where possible", () => {
  const outline = {
    width: 500,
    steps: [
      { kind: "stems" as const, stems: [{ vertical: false, from: 0, size: 20 }] },
      { kind: "move" as const, by: [10, 0] as [number, number] },
      { kind: "line" as const, by: [100, 0] as [number, number] },
      { kind: "line" as const, by: [0, 200] as [number, number] },
      { kind: "line" as const, by: [-100, 0] as [number, number] },
    ],
  };
  const width = [248, 136];
  const lines = [239, 247, 92, 39, 6];
  assert.deepEqual([...charstring(outline, true)], [...width, 139, 159, 1, 149, 22, ...lines, 14]);
  assert.deepEqual([...charstring(outline, false)], [...width, 149, 22, ...lines, 14]);
});
