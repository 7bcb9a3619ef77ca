import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { type ReadPage, readPages } from "./support/pdf-text.ts";
import { post } from "./support/platen.ts";

const recipes = [...readFileSync("docs/pages.md", "utf8").matchAll(/```html\n([\s\S]*?)```/g)].map(([, html]) => html!);
const text = ["one", "two", "three"].map((word) => `<p style="break-before:page">${word}`).join("");

const printed = async (recipe: string): Promise<ReadPage[]> => {
  const reply = await post("/convert/html-to-pdf", { html: `<!doctype html>${recipe}${text}` });
  assert.equal(reply.status, 200);
  return readPages(Buffer.from(await reply.arrayBuffer()));
};

const wordOf = (page: ReadPage, text: string) => page.words.find((word) => word.text.trim() === text);

suite("the recipes for pages", () => {
  const [numbers, header, edges, paper, ...more] = recipes;

  test("are these", () => assert.deepEqual([recipes.length, more], [4, []]));

  test("number the pages at the bottom", async () => {
    for (const [index, page] of (await printed(numbers!)).entries()) {
      assert.match(page.text, new RegExp(`Page ${index + 1} of 3`));
      assert.ok(page.words.some(({ y }) => y > page.height - 60));
    }
  });

  test("leave the header out on the first page", async () => {
    assert.deepEqual(
      (await printed(header!)).map(({ text }) => text.includes("Annual report")),
      [false, true, true],
    );
  });

  test("number on the outer edge", async () => {
    const pages = await printed(edges!);
    assert.deepEqual(
      pages.map((page, index) => wordOf(page, `${index + 1}`)!.x > page.width / 2),
      [true, false, true],
    );
  });

  test("print on any paper", async () => {
    for (const { width, height } of await printed(paper!))
      assert.deepEqual(
        [width, height].map((side) => Math.round((side / 72) * 25.4)),
        [100, 150],
      );
  });
});
