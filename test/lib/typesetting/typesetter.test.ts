import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { mainFace } from "../../../lib/typesetting/faces.ts";
import { GlyphCache } from "../../../lib/typesetting/glyph-cache.ts";
import { textRuns, visualOrder } from "../../../lib/typesetting/text-runs.ts";
import { Typesetter } from "../../../lib/typesetting/typesetter.ts";

const LETTERS = "\u05d0\u0301\u05d1";

suite("a cell that is longer than any line", () => {
  test("has all of its text in its lines, cut between letters", () => {
    const word = LETTERS.repeat(5000);
    const typesetter = new Typesetter(new GlyphCache("SC"));
    const [lines = []] = typesetter.typeset([word], [{ column: 0, width: 40_000 }], "regular").cells;
    const texts = lines.map(({ shaped }) => shaped?.text ?? "");
    assert.equal(texts.join(""), word);
    assert.ok(texts.length > 10 && texts.every((text) => !text.startsWith("\u0301")));
  });

  test("is as wide as its parts", () => {
    const typesetter = new Typesetter(new GlyphCache("SC"));
    const one = typesetter.measure(LETTERS, "regular").whole;
    const { whole, word } = typesetter.measure(LETTERS.repeat(5000), "regular");
    assert.ok(one > 0 && Math.abs(whole / (5000 * one) - 1) < 0.01, `${whole} of ${5000 * one}`);
    assert.ok(word < whole);
  });
});

test("more runs than a call has arguments are brought into their visual order", () => {
  const face = mainFace("regular");
  const runs = Array.from({ length: 400_000 }, (_, at) => ({ text: `${at}`, level: 1 + (at % 2), face }));
  const ordered = visualOrder(runs);
  assert.deepEqual(
    ordered.map(({ text }) => text),
    runs.map(({ text }) => text).reverse(),
  );
  const words = textRuns("a \u05d0 b", "regular", new GlyphCache("SC"));
  assert.deepEqual(
    visualOrder(words).map(({ level }) => level),
    words.map(({ level }) => level),
  );
});
