import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { convertMarkdown } from "../../../../lib/engines/markdown/convert.ts";

const htmlOf = (markdown: string): string => convertMarkdown(markdown).pieces.join("");

suite("dollars that open a formula which nothing closes are text, and so is what follows them,", () => {
  for (const [what, markdown, expected] of [
    ["on a line of their own", "a\n\n$$\n\nb **c**\n\n## d\n", [/\$\$<\/p>/, /<strong>c<\/strong>/, /<h2 id="d">/]],
    ["in a quotation", "> $$\n> *x*\n\nafter\n", [/<blockquote>\s*<p>\$\$\n<em>x<\/em>/]],
    ["in a list item", "- a\n  $$\n  **b**\n- c\n", [/<strong>b<\/strong>/]],
    ["after a formula", "$$\nx^2\n$$\n\n$$\n\n*rest*\n", [/<msup>/, /<p>\$\$<\/p>/, /<em>rest<\/em>/]],
    ["at the end", "text\n\n$$$\n", [/<p>\$\$\$<\/p>/]],
  ] as const) {
    test(what, () => {
      for (const pattern of expected) assert.match(htmlOf(markdown), pattern);
    });
  }

  test("but a formula that is closed stays one", () => {
    for (const markdown of ["$$\nx\n\ny\n$$\n", "> $$\n> x\n> $$\n", "1. a\n\n   $$\n   x\n   $$\n"])
      assert.match(htmlOf(markdown), /class="math"/);
  });
});
