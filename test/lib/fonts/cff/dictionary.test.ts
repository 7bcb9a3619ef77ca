import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fontDictionaries,
  privateDictionary,
  readDictionary,
  topDictionary,
  withoutMalformedReals,
} from "../../../../lib/fonts/cff/dictionary.ts";
import { buildCff } from "../../../../lib/fonts/type1/cff.ts";

/** The numbers 0.0390625, 1.5E-E-5 and a zero of the same length. */
const [REAL, MALFORMED, ZERO] = ["1e0a0390625f", "1e1a5c0c0c5f", "1e000000000f"];
const BLUE_SCALE = 256 + 9;

const font = (real: string): Buffer => {
  const made = buildCff({
    name: "Hinted",
    matrix: [0.001, 0, 0, 0.001, 0, 0],
    box: [0, 0, 1000, 1000],
    glyphs: [{ name: ".notdef", code: Buffer.from([14]) }],
    encoding: new Map(),
    hinting: new Map([
      ["StdHW", [40]],
      ["BlueScale", [0.0390625]],
      ["StdVW", [80]],
    ]),
  });
  const text = made.toString("hex");
  assert.ok(text.includes(REAL));
  return Buffer.from(text.replace(REAL, real), "hex");
};

const hintsOf = (data: Buffer): Map<number, number[]> => {
  const [own = new Map()] = fontDictionaries(data, topDictionary(data));
  return readDictionary(privateDictionary(data, own));
};

test("a number that has two exponents becomes zero, and all else stays in its place", () => {
  const damaged = font(MALFORMED);
  assert.ok(Number.isNaN(hintsOf(damaged).get(BLUE_SCALE)?.[0]));
  const mended = withoutMalformedReals(damaged);
  assert.deepEqual(mended, font(ZERO));
  assert.deepEqual(hintsOf(mended).get(BLUE_SCALE), [0]);
  assert.deepEqual(hintsOf(mended).get(11), [80]);
});

test("a font whose numbers are well-formed is the same object", () => {
  const sound = font(REAL);
  assert.equal(withoutMalformedReals(sound), sound);
});
