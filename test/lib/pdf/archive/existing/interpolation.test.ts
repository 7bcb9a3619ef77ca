import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../../../../support/form.ts";
import { onePage, rawStream } from "../../../../support/pdf/raw.ts";
import { post } from "../../../../support/platen.ts";

const IMAGE = "/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB";

/** The codes of warnings for a picture of two pixels that is so many points wide. */
const warningsOf = async (points: number, entries: string): Promise<string[]> => {
  const file = onePage({
    content: `q ${points} 0 0 ${points} 0 0 cm /Im Do Q`,
    resources: "/XObject<</Im 5 0 R>>",
    objects: [rawStream("abcdef", `${IMAGE}${entries}`)],
  });
  const reply = await post("/pdf/archive", form({ file }), { accept: "application/json" });
  const { warnings = [] } = (await reply.json()) as { readonly warnings?: readonly { readonly code: string }[] };
  return warnings.map(({ code }) => code);
};

test("a coarse picture that readers are asked to interpolate is told", async () => {
  assert.deepEqual(await warningsOf(100, "/Interpolate true"), ["interpolation-removed"]);
});

test("nothing is told of a fine picture, or of one without interpolation", async () => {
  assert.deepEqual(await warningsOf(0.5, "/Interpolate true"), []);
  assert.deepEqual(await warningsOf(100, ""), []);
});
