import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { slicesOf } from "../../../lib/workers/event-loop.ts";

const slices = async (whole: string, length: number): Promise<string[]> => {
  const found: string[] = [];
  for await (const slice of slicesOf(whole, length)) found.push(slice);
  return found;
};

suite("the slices of a text", () => {
  test("have whole characters, and are the text", async () => {
    assert.deepEqual(await slices("ab😀c😀", 3), ["ab", "😀c", "😀"]);
    assert.deepEqual(await slices("abc", 1), ["a", "b", "c"]);
    assert.deepEqual(await slices("a\ud83d", 2), ["a", "\ud83d"]);
    assert.deepEqual(await slices("", 4), []);
  });
});
