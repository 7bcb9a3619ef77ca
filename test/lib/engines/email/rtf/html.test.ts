import assert from "node:assert/strict";
import { test } from "node:test";
import { readRtf } from "../../../../../lib/engines/email/rtf/html.ts";

const read = (rtf: string): string => readRtf(Buffer.from(rtf)).content;

test("RTF keeps the numbers of its lists, which HTML in it has itself", () => {
  assert.equal(read(String.raw`{\rtf1 {\pntext 1.\tab}Item}`), "1.\tItem");
  assert.equal(read(String.raw`{\rtf1\fromhtml1 {\pntext 1.\tab}Item}`), "Item");
});

test("RTF with words that name members of all objects is read", () => {
  assert.equal(read(String.raw`{\rtf1 a\constructor b\toString c\valueOf d}`), "abcd");
});
