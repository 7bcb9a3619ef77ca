import assert from "node:assert/strict";
import { after, test } from "node:test";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const TABLE = "<table><tr><th>Name<th>Price<tr><td>Tea<td>2</table>";

/** The identifiers of the heads, and those to which cells refer. */
const idsOf = async (html: string) => {
  const { pdf } = await print({ html: `<!doctype html><html lang=en><title>t</title>${html}` });
  const text = Buffer.from(pdf).toString("latin1");
  const idsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([found]) => found.match(/\(node\d+\)/g) ?? []);
  return {
    heads: idsIn(/\/ID \(node\d+\)/g),
    cells: idsIn(/\/Headers \[[^\]]*\]/g),
    names: idsIn(/\/Names \[[^\]]*\]/g),
  };
};

test("the heads of tables are numbered from 1, whatever nodes the page had before", async () => {
  const [first, second] = ["(node00000001)", "(node00000002)"];
  const plain = await idsOf(TABLE);
  assert.deepEqual(plain, { heads: [first, second], cells: [first, second], names: [first, second] });
  assert.deepEqual(await idsOf(`<p>${"<b>x</b> ".repeat(50)}${TABLE}`), plain);
});

test("the heads of a table with many references to them are numbered as well", async () => {
  const count = 300;
  const rows = (cell: string) => `<tr><${cell}>x`.repeat(count);
  const { heads, cells } = await idsOf(`<table>${rows("th scope=col")}${rows("td")}</table>`);
  const ids = Array.from({ length: count }, (_, index) => `(node${String(index + 1).padStart(8, "0")})`);
  assert.deepEqual(heads.toSorted(), ids);
  assert.ok(cells.length >= count * count, String(cells.length));
  assert.deepEqual([...new Set(cells)].sort(), ids);
});

for (const title of ["node00000077", "(node00000077)", "[(node00000077) (node00000078)]"])
  test(`the title ${title} stays as it is`, async () => {
    const { pdf } = await print({ html: `<!doctype html><title>${title}</title>${TABLE}` });
    assert.equal(
      await withPdfJs(pdf, async (document) => ((await document.getMetadata()).info as { Title: string }).Title),
      title,
    );
  });
