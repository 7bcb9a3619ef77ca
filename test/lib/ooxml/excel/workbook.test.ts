import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { sheetsOf } from "../../../../lib/ooxml/excel/workbook.ts";
import { openPackage } from "../../../../lib/ooxml/package.ts";
import { xlsx } from "../../../support/office/xlsx.ts";

const sheet = async (...cells: readonly string[]) => {
  const bytes = xlsx([["text", 1, ...cells.map((xml) => ({ xml }))]]);
  const [found] = await sheetsOf(await openPackage(Buffer.from(bytes)));
  return [found?.cells, found?.hasFormulas];
};

suite("a sheet of a workbook", () => {
  test("has the number of its cells, and no formulas if there are none", async () => {
    assert.deepEqual(await sheet(), [2, false]);
    assert.deepEqual(await sheet('<c r="C1"/>', "<c><v>3</v></c>", "<cols/>"), [4, false]);
  });

  test("has formulas if one of its cells has one, with and without a namespace prefix", async () => {
    assert.deepEqual(await sheet('<c r="C1"><f>A1</f></c>'), [3, true]);
    assert.deepEqual(await sheet('<x:c r="C1"><x:f t="array"\n ref="C1">A1</x:f></x:c>', "<x:c><x:v>3</x:v></x:c>"), [
      4,
      true,
    ]);
  });
});
