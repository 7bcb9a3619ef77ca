import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { holdsOutlines, outlineLengths } from "../../../lib/fonts/glyph-outlines.ts";
import type { Tables } from "../../../lib/fonts/sfnt.ts";

/** A font with 40 bytes of outlines and short offsets to them. */
const fontWith = (offsets: number[]): Tables => {
  const maxp = Buffer.alloc(6);
  maxp.writeUInt16BE(offsets.length - 1, 4);
  const loca = Buffer.alloc(2 * offsets.length);
  offsets.forEach((offset, index) => {
    loca.writeUInt16BE(offset / 2, 2 * index);
  });
  return new Map([
    ["head", Buffer.alloc(54)],
    ["maxp", maxp],
    ["loca", loca],
    ["glyf", Buffer.alloc(40)],
  ]);
};

test("an outline's length is the difference of two offsets", () => {
  assert.deepEqual([...outlineLengths(fontWith([0, 10, 10, 40]))!], [10, 0, 30]);
});

test("decreasing offsets, or offsets outside of the table, give no lengths", () => {
  assert.equal(outlineLengths(fontWith([0, 20, 10, 40])), undefined);
  assert.equal(outlineLengths(fontWith([0, 20, 42])), undefined);
});

describe("a subset", () => {
  const whole = fontWith([0, 10, 10, 40]);
  test("holds the outlines of its glyphs; one that was empty before may be so", () => {
    assert.ok(holdsOutlines(whole, fontWith([0, 10, 10, 40]), [0, 1, 2]));
    assert.ok(holdsOutlines(whole, fontWith([0, 10]), [0, 1]));
  });
  test("without the outline of a glyph that is shown does not", () => {
    assert.ok(!holdsOutlines(whole, fontWith([0, 10, 10, 10]), [0, 2]));
    assert.ok(!holdsOutlines(whole, fontWith([0, 10]), [0, 2]));
  });
  test("without one of its tables does not", () => {
    for (const tag of ["head", "maxp", "loca", "glyf"]) {
      const cut = fontWith([0, 10]);
      cut.delete(tag);
      assert.ok(!holdsOutlines(whole, cut, [0]), tag);
    }
  });
});
