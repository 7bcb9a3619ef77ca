import assert from "node:assert/strict";
import { test } from "node:test";
import { serialise } from "../../../../lib/pdf/write/serialise.ts";

test("numbers of any size are written without an exponent", () => {
  const written = [1e21, -1e24, 1e20, 1e-7, -0.5].map((number) => serialise(number, () => undefined));
  assert.deepEqual(written, [
    `1${"0".repeat(21)}`,
    "-999999999999999983222784",
    `1${"0".repeat(20)}`,
    "0.0000001",
    "-.5",
  ]);
});
