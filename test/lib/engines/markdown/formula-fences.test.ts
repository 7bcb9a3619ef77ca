import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { convertMarkdown } from "../../../../lib/engines/markdown/convert.ts";
import { fenceFormulas } from "../../../../lib/engines/markdown/formula-fences.ts";

test("a formula that begins beside its dollars is whole, and what follows it is text", () => {
  const [html = ""] = convertMarkdown(
    "# Size\n\n$$ T = \\left[ \\begin{array}{c}\na & b \\end{array} \\right] $$\n\n## End\n",
  ).pieces;
  assert.match(html, /<div class="math"><span class="katex-display">/);
  assert.match(html, /<mi>T<\/mi>/);
  assert.doesNotMatch(html, /katex-error/);
  assert.match(html, /<h2 id="end">End<\/h2>/);
});

suite("dollars are put on lines of their own", () => {
  const cases: readonly (readonly [name: string, source: string, fenced: string])[] = [
    ["in a paragraph", "text\n$$ a\nb $$\nmore", "text\n$$\n a\nb \n$$\nmore"],
    ["in a quotation", "> $$ a\n> b $$\n", "> $$\n>  a\n> b \n> $$\n"],
    ["in a list", "- x\n\n  $$ a\n  b $$\n", "- x\n\n  $$\n   a\n  b \n  $$\n"],
    ["twice", "$$ a\nb $$\n\n$$ c\nd $$\n", "$$\n a\nb \n$$\n\n$$\n c\nd \n$$\n"],
    ["with CRLF", "$$ a\r\nb $$\r\n", "$$\n a\r\nb \n$$\r\n"],
  ];
  for (const [name, source, fenced] of cases) test(name, () => assert.equal(fenceFormulas(source), fenced));
});

suite("text stays as it is", () => {
  const cases: readonly (readonly [name: string, source: string])[] = [
    ["in code", "```\n$$ a\nb $$\n```\n"],
    ["in HTML", "<pre>\n$$ a\nb $$\n</pre>\n"],
    ["with a formula between lines of dollars", "$$\na\n$$\n"],
    ["with a formula on one line", "$$ a $$\n"],
    ["with a blank line before the closing dollars", "$$ a\n\nb $$\n"],
    ["with text after the closing dollars", "$$ a\nb $$ c\n"],
  ];
  for (const [name, source] of cases) test(name, () => assert.equal(fenceFormulas(source), source));
});
