import assert from "node:assert/strict";
import { test } from "node:test";
import { Name, Ref, Stream } from "../../../../lib/pdf/objects.ts";
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

test("a name without characters does not run together with what follows", () => {
  const empty = new Name("");
  const stream = new Ref(new Stream(new Map(), new Uint8Array()));
  assert.equal(
    serialise(new Map([["", stream]]), () => 7),
    "<</ 7 0 R>>",
  );
  assert.equal(
    serialise([empty, 1, empty, true, empty, new Name("A"), empty], () => undefined),
    "[/ 1/ true//A/]",
  );
});
