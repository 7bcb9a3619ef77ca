import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { markdownToPdf } from "../../../../../lib/engines/markdown-to-pdf.ts";
import { type PageSetup, PLAIN_PAGE } from "../../../../../lib/engines/page-setup.ts";
import { paperNamed } from "../../../../../lib/engines/paper.ts";
import { readPages } from "../../../../support/pdf-text.ts";
import { stopEngines } from "../../../../support/print.ts";

after(stopEngines);

const WORDS =
  "quick supplier delivers international shipments although administration requires considerable documentation whenever responsibilities transfer between neighbouring organisations throughout manufacturing".split(
    " ",
  );
const COMPOUNDS = "Rechnungsnummer Lieferant Geschäftsleitung Kraftfahrzeughaftpflichtversicherung Umsatzsteuer".split(
  " ",
);

type Cell = (row: number, column: number) => string;
const from =
  (words: readonly string[]): Cell =>
  (row, column) =>
    words[(row * 7 + column * 3) % words.length]!;
const table = (columns: number, cell: Cell, rows = 6): string => {
  const line = (row: number) =>
    `| ${Array.from({ length: columns }, (_, column) => cell(row, column)).join(" | ")} |\n`;
  const body = Array.from({ length: rows }, (_, row) => line(row + 1));
  return `${line(0)}|${"---|".repeat(columns)}\n${body.join("")}\n`;
};

const printed = async (markdown: string, pageSetup: Partial<PageSetup> = {}) => {
  const { body } = await markdownToPdf.run(
    { markdown, pageSetup: { ...PLAIN_PAGE, ...pageSetup } },
    AbortSignal.timeout(600_000),
  );
  const pages = await readPages(body as Uint8Array);
  const tokens = pages.flatMap(({ text }) => text.split(/\s+/)).filter((token) => token !== "");
  const sizes = pages.flatMap(({ words }) => words.map(({ size }) => size));
  const turned = pages.map(({ width, height }) => width > height);
  return { pages, tokens, turned, smallest: Math.min(...sizes) };
};
const broken = (tokens: readonly string[], words: readonly string[]): string[] =>
  tokens.filter((token) => !words.includes(token));

suite("Markdown tables", { concurrency: false }, () => {
  for (const columns of [6, 9, 12, 15, 20, 24])
    test(`keep ordinary words whole in ${columns} columns`, async () => {
      const { tokens, turned } = await printed(table(columns, from(WORDS)));
      assert.deepEqual(broken(tokens, WORDS), []);
      assert.equal(tokens.length, columns * 7);
      assert.equal(turned.includes(true), columns > 10);
    });

  const papers: Readonly<Record<string, Partial<PageSetup>>> = {
    Letter: { paper: paperNamed("Letter") },
    "A6 with small margins": { paper: paperNamed("A6"), margins: { top: 0.2, right: 0.2, bottom: 0.2, left: 0.2 } },
    "a landscape page": { landscape: true },
    "wide margins": { margins: { top: undefined, right: 2, bottom: undefined, left: 2 } },
    "a larger scale": { scale: 1.5 },
  };
  for (const [name, pageSetup] of Object.entries(papers))
    test(`keep words whole on ${name}`, async () => {
      const { tokens } = await printed(table(8, from(WORDS)), pageSetup);
      assert.deepEqual(broken(tokens, WORDS), []);
    });

  test("keep long compounds whole", async () => {
    const { tokens } = await printed(table(6, from(COMPOUNDS)));
    assert.deepEqual(broken(tokens, COMPOUNDS), []);
  });

  test("break long addresses, hashes and names of code before they get a smaller font or a landscape page", async () => {
    const long = [
      "https://example.com/a/long/path?with=a&query=of-many.parts#and-a-fragment",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "`function_name_with_many_parts(argument)`",
    ];
    const { tokens, turned, pages } = await printed(
      table(6, (row, column) => (column < 3 ? long[column]! : WORDS[row]!), 4),
    );
    assert.deepEqual(turned, [false]);
    for (const word of WORDS.slice(0, 5)) assert.equal(tokens.filter((token) => token === word).length, 3, word);
    const text = pages[0]!.text.replace(/\s+/g, "");
    assert.ok(text.length > 5 * 100, text);
    assert.ok(pages[0]!.words.some(({ text, size }) => text === "quick" && size > 10));
  });

  test("are printed on landscape pages with their headings if they are wide, between portrait pages", async () => {
    const wide = table(15, from(WORDS));
    const { pages, turned } = await printed(`Before\n\n## Head\n\n${wide}\nBetween\n\n- item\n\n${wide}\nAfter`);
    assert.deepEqual(turned, [false, true, false, true, false]);
    assert.match(pages[1]!.text, /^Head/);
    for (const { words, width } of pages) for (const { x } of words) assert.ok(x < width - 40);
  });

  test("keep their font size and page if they fit", async () => {
    const { turned, smallest } = await printed(table(4, from(WORDS)));
    assert.deepEqual(turned, [false]);
    assert.ok(smallest > 10);
  });

  test("keep words whole in raw HTML too", async () => {
    const row = WORDS.slice(0, 15).map((word) => `<td>${word}</td>`);
    const { tokens } = await printed(
      `<table><tr>${row.join("")}</tr><tr><td colspan="3">${WORDS[0]}</td></tr></table>`,
    );
    assert.deepEqual(broken(tokens, WORDS), []);
  });
});
