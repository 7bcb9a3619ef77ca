import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { correctTitles } from "../../../../lib/engines/chromium/outline-titles.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const STYLE =
  "<style>body{margin:0;font:10.5pt/1.55 sans-serif}p{margin:0 0 1em}h1{margin:0 0 .6em;font-size:2em;line-height:1.25}h2{margin:1.5em 0 .6em;font-size:1.5em;line-height:1.25;padding-bottom:.3em;border-bottom:.75pt solid;break-after:avoid;break-inside:avoid}</style>";

/** The bookmarks below the first heading, as pdf.js reads them, and the page that the first one leads to. */
const bookmarksOf = async (html: string) => {
  const { pdf } = await print({ html });
  openWithBudget(pdf);
  return withPdfJs(pdf, async (document) => {
    const [first] = (await document.getOutline()) ?? [];
    const [inner] = first?.items ?? [];
    const page = inner === undefined ? -1 : await document.getPageIndex((inner.dest as never[])[0]!);
    return { titles: (first?.items ?? []).map(({ title }) => title), page };
  });
};

const lines = (count: number) => Array.from({ length: count }, (_, at) => `<p>Line ${at}</p>`).join("");

suite("the bookmark of a heading has its text", { concurrency: 1 }, () => {
  for (const [what, heading, text] of [
    ["of one line", "Second heading", "Second heading"],
    ["with code", "Use <code>foo</code> here", "Use foo here"],
    ["of two lines", "One<br>Two", "One Two"],
    ["that repeats itself", "haha (ha)", "haha (ha)"],
    ["in another script", "عنوان ثاني", "عنوان ثاني"],
  ] as const) {
    test(`${what}, wherever the page ends`, async () => {
      const pages = new Set<number>();
      for (let count = 22; count < 28; count++) {
        const { titles, page } = await bookmarksOf(
          `<!doctype html><title>t</title>${STYLE}<h1>First</h1>${lines(count)}<h2>${heading}</h2><p>text</p>${lines(40)}`,
        );
        assert.deepEqual(titles, [text], `after ${count} lines`);
        pages.add(page);
      }
      assert.deepEqual([...pages].sort(), [0, 1]);
    });
  }

  test("with spaces between its lines", async () => {
    const long = "A heading with so many words that they take more than one line ".repeat(3).trim();
    const { titles } = await bookmarksOf(
      `<h1>x</h1><h2>${long}</h2><h2 hidden>None</h2><h2 style="text-transform:uppercase">b c</h2>`,
    );
    assert.deepEqual(titles, [long, "B C"]);
  });
});

suite("titles of bookmarks", () => {
  for (const [what, titles, headings, expected] of [
    ["are those of their headings", ["OneTwo", "BB"], ["One Two", "B"], ["One Two", "B"]],
    ["that are right stay", ["AA", "A"], ["A", "AA", "A"], ["AA", "A"]],
    ["without a heading stay", ["x", "yy", ""], ["z", "y y y"], ["x", "yy", ""]],
    ["are not taken from a heading with other letters", ["abab"], ["abc", "a"], ["abab"]],
    ["pass over headings that are not printed", ["BB", "C"], [...Array(49).fill("A"), "B", "C"], ["B", "C"]],
  ] as const) {
    test(what, () => assert.deepEqual(correctTitles(titles, headings), expected));
  }

  test("take little time if they match nothing", () => {
    const many = (word: string) => Array.from({ length: 10_000 }, (_, at) => `${word} ${at} ${"x".repeat(100)}`);
    assert.equal(correctTitles(many("aa"), many("a").reverse()).length, 10_000);
  });
});
