import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseJsonText } from "../../../lib/contract/json-text.ts";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

suite("the JSON of a part", () => {
  test("may be 32 levels deep, and no deeper", () => {
    parseJsonText(nested(32), {});
    assert.throws(() => parseJsonText(nested(33), {}), { code: "INVALID_REQUEST", message: /must hold JSON/ });
    assert.throws(() => parseJsonText(`["a\\"",${nested(32)}]`, {}), { code: "INVALID_REQUEST" });
  });

  test("may have any brackets in its strings", () => {
    for (const text of ["[".repeat(100), `"${"{".repeat(100)}`, `\\${"[".repeat(100)}\\"`])
      assert.deepEqual(parseJsonText(JSON.stringify({ text, [text]: [1] }), {}), { text, [text]: [1] });
  });
});
