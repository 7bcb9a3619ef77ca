import assert from "node:assert/strict";
import { after, test } from "node:test";
import { unpacked } from "../../../support/pdf/look.ts";
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

test("a text that looks like an identifier stays as it is", async () => {
  const { pdf } = await print({ html: `<!doctype html><title>(node00000077)</title>${TABLE}` });
  assert.ok(unpacked(pdf).includes("(node00000077)"));
});
