import assert from "node:assert/strict";
import { test } from "node:test";
import { latin1Key, readHexadecimalString } from "../../../lib/pdf/strings.ts";

const hexadecimal = (text: string) => [...readHexadecimalString(Buffer.from(text), 0, text.length)];

test("hexadecimal strings are read with an odd digit at the end, and without other characters", () => {
  assert.deepEqual(hexadecimal("48656C6c6f"), [...Buffer.from("Hello")]);
  assert.deepEqual(hexadecimal("4 8\n6"), [0x48, 0x60]);
  assert.deepEqual(hexadecimal("9zA-"), [0x9a]);
  assert.deepEqual(hexadecimal(""), []);
});

test("bytes of any number are a key of as many characters", () => {
  for (const bytes of [[], [0xe9], [0, 255], [65, 128, 66]])
    for (const view of [Uint8Array.from(bytes), Buffer.from([1, ...bytes, 2]).subarray(1, 1 + bytes.length)])
      assert.deepEqual([...Buffer.from(latin1Key(view), "latin1")], bytes);
});
