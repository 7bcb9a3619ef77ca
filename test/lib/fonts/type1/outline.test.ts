import assert from "node:assert/strict";
import { test } from "node:test";
import { outlineOf, UnsupportedCharstring } from "../../../../lib/fonts/type1/outline.ts";
import type { Type1Program } from "../../../../lib/fonts/type1/program.ts";
import type { OutlineStep } from "../../../../lib/fonts/type1/steps.ts";

/** Numbers up to 1131, and commands by their names (Adobe Type 1 Font Format, 6.2 and 6.4). */
const COMMANDS: Readonly<Record<string, readonly number[]>> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  closepath: [9],
  hsbw: [13],
  endchar: [14],
  obsolete: [15],
  rmoveto: [21],
  seac: [12, 6],
};

const number = (value: number): number[] =>
  value <= 107 ? [value + 139] : [247 + ((value - 108) >> 8), (value - 108) & 255];

const code = (text: string): Buffer =>
  Buffer.from(text.split(" ").flatMap((word) => COMMANDS[word] ?? number(Number(word))));

const program = (glyphs: Readonly<Record<string, string>>): Type1Program => ({
  name: "Test",
  matrix: [0.001, 0, 0, 0.001, 0, 0],
  box: [0, 0, 0, 0],
  encoding: new Map(),
  glyphs: new Map(Object.entries(glyphs).map(([name, text]) => [name, code(text)])),
  subroutines: new Map(),
  hinting: new Map(),
});

/** Where the pen goes: the points of an outline from its origin, the first ones of contours in brackets. */
const pointsOf = (steps: readonly OutlineStep[]): string => {
  let [x, y] = [0, 0];
  return steps
    .flatMap((step) => {
      if (step.kind === "stems") return [];
      [x, y] = [x + step.by[0], y + step.by[1]];
      return step.kind === "move" ? [`(${x},${y})`] : [`${x},${y}`];
    })
    .join(" ");
};

// The codes of `A` and `acute` in Adobe's StandardEncoding are 65 and 194.
const LETTERS = {
  A: "10 60 hsbw 0 5 hstem 0 vmoveto 50 hlineto 40 vlineto closepath endchar",
  acute: "7 30 hsbw 50 9 hstem 1 4 vstem 3 50 rmoveto 20 hlineto closepath endchar",
};
const ACCENTED = "10 60 hsbw 7 25 30 65 194 seac";

test("a letter with an accent is drawn as both, the accent at its place and with its stems", () => {
  const { width, steps } = outlineOf(program({ ...LETTERS, Aacute: ACCENTED }), "Aacute");
  assert.equal(width, 60);
  // The accent's origin is at 10 + 25 - 7 from the left, and 30 above the base line.
  assert.equal(pointsOf(steps), "(10,0) 60,0 60,40 (38,80) 58,80");
  const stems = steps.flatMap((step) =>
    step.kind === "stems" ? [step.stems.map(({ from, size }) => [from, size])] : [],
  );
  assert.deepEqual(stems, [
    [[0, 5]],
    [
      [80, 9],
      [36, 4],
    ],
  ]);
});

test("a letter with an accent is unsupported if its letter has an accent too, or is missing", () => {
  for (const glyphs of [
    { ...LETTERS, A: ACCENTED, Aacute: ACCENTED },
    { acute: LETTERS.acute, Aacute: ACCENTED },
  ])
    assert.throws(() => outlineOf(program(glyphs), "Aacute"), UnsupportedCharstring);
});

test("the obsolete command of old programs draws nothing", () => {
  const { width, steps } = outlineOf(program({ space: "0 27 hsbw 0 0 obsolete endchar" }), "space");
  assert.deepEqual([width, steps], [27, []]);
});
