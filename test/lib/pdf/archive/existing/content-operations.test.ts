import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withoutFaults } from "../../../../../lib/pdf/archive/existing/content-operations.ts";
import { fileBudget } from "../../../../../lib/pdf/budget.ts";
import { operations } from "../../../../../lib/pdf/contents/operations.ts";
import { plainData } from "../../../../../lib/pdf/filters/decode.ts";
import { Stream } from "../../../../../lib/pdf/objects.ts";

const budget = () => fileBudget(1000);

/** The decoded data of the inline images of a content. */
const imagesOf = (content: Buffer): string[] =>
  [...operations(content, budget())].flatMap(({ operands: [dict], data }) => {
    if (!(dict instanceof Map) || data === undefined) return [];
    return Buffer.from(plainData(new Stream(dict, data), budget()) ?? []).toString("latin1");
  });

suite("an inline image with the letters of its end in its data", () => {
  for (const [how, image] of [
    ["without a filter", "BI/W 2/H 2/BPC 8/CS/G ID aEI\n\nEI"],
    ["in ASCII85", "BI/W 2/H 2/BPC 8/CS/G/F/A85 ID 5EI\n+R~>\nEI"],
    ["in ASCII85 with parameters", "BI/W 2/H 2/BPC 8/CS/G/Filter[/A85]/DecodeParms[null] ID 5EI +R~>\nEI"],
  ] as const)
    test(`ends once, with the same picture: ${how}`, () => {
      const content = Buffer.from(`q ${image} Q`, "latin1");
      const written = withoutFaults(content, budget());
      assert.equal(written.toString("latin1").match(/EI\s/g)?.length, 1);
      assert.deepEqual(imagesOf(written), imagesOf(content));
      assert.equal(imagesOf(written)[0]!.length, 4);
    });
});
