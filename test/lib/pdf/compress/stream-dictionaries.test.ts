import assert from "node:assert/strict";
import { test } from "node:test";
import { get } from "../../../../lib/pdf/access.ts";
import { Ref, Stream } from "../../../../lib/pdf/objects.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { compress } from "../../../support/pdf/compress.ts";
import { drawnPages } from "../../../support/pdf/drawn.ts";
import { onePage, rawStream } from "../../../support/pdf/raw.ts";

/** Forms with their default entries and their own resources, each of which draws a translucent square. */
const forms = (count: number, entries: string): Buffer => {
  const names = Array.from({ length: count }, (_, index) => `/X${index}`);
  const squares = names.map((_, index) =>
    rawStream(
      `/HalfTransparent gs ${index / count} 0 .5 rg ${20 * index} 9 16 60 re f`,
      `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 200 100]${entries}/Resources<</ProcSet[/PDF/Text]/Font<<>>` +
        "/ExtGState<</HalfTransparent 5 0 R>>/ColorSpace<</Own[/CalGray<</WhitePoint[.95 1 1.09]>>]>>>>",
    ),
  );
  return onePage({
    content: names.map((name) => `${name} Do`).join(" "),
    resources: `/XObject<<${names.map((name, index) => `${name} ${6 + index} 0 R`).join("")}>>`,
    objects: ["<</Type/ExtGState/ca .5>>", ...squares],
  });
};

const formsIn = (bytes: Uint8Array): Stream[] =>
  reachableObjects(openWithBudget(bytes).document.catalog).flatMap(({ value }) =>
    value instanceof Stream && get(value, "BBox") !== undefined ? [value] : [],
  );

test("forms lose entries with default values, and share equal resources", async () => {
  const before = forms(8, "/Matrix[1 0 0 1 0 0]/Group<</S/Transparency/CS/DeviceRGB/I false/K false>>");
  const { body } = await compress(before);
  const found = formsIn(body);
  assert.equal(found.length, 8);
  for (const { dict } of found) assert.deepEqual([...dict.keys()], ["Subtype", "BBox", "Group", "Resources"]);
  for (const key of ["Group", "Resources"]) {
    const shared = found.map(({ dict }) => dict.get(key));
    assert.ok(shared.every((value) => value instanceof Ref));
    assert.equal(new Set(shared).size, 1);
  }
  assert.deepEqual([...(get(found[0]!, "Resources") as Map<string, unknown>).keys()], ["ExtGState"]);
  assert.deepEqual(await drawnPages(body), await drawnPages(before));
});

test("a form keeps a matrix that moves it", async () => {
  const before = forms(8, "/Matrix[1 0 0 1 5 0]");
  const { body } = await compress(before);
  for (const form of formsIn(body)) assert.deepEqual(get(form, "Matrix"), [1, 0, 0, 1, 5, 0]);
  assert.deepEqual(await drawnPages(body), await drawnPages(before));
});
