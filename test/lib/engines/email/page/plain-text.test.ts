import assert from "node:assert/strict";
import { test } from "node:test";
import { textHtml } from "../../../../../lib/engines/email/page/plain-text.ts";

const lines = (text: string): string[] =>
  textHtml({ text, isFlowed: false, dropsSpace: false })
    .replace(/<[^>]*>/g, "")
    .split("\n");

test("a very long line is divided between words, and never within a character", () => {
  const words = "word ".repeat(10_000);
  assert.equal(lines(words).join(""), words);
  assert.ok(lines(words).length > 1 && lines(words).every((line) => /^(?:word )*$/.test(line)));
  const faces = `x${"😀".repeat(30_000)}`;
  assert.equal(lines(faces).join(""), faces);
  assert.ok(lines(faces).length > 1 && lines(faces).every((line) => line.isWellFormed()));
});
