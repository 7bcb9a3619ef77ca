import assert from "node:assert/strict";
import { test } from "node:test";
import { asList, get, resolve } from "../../../../lib/pdf/access.ts";
import { quickBudget } from "../../../../lib/pdf/budget.ts";
import { doPdfJob } from "../../../../lib/pdf/jobs/jobs.ts";
import { Stream } from "../../../../lib/pdf/objects.ts";
import { openPdf } from "../../../../lib/pdf/read/open.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../../support/pdf/raw.ts";

const TEXT = "BT /F 18 Tf 40 100 Td (Alpha) Tj ET\n";

/** A page with these content streams. */
const pageOf = (...streams: string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    `<</Type/Page/Parent 2 0 R/Contents[${streams.map((_, at) => `${5 + at} 0 R`).join(" ")}]/Resources<</Font<</F 4 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...streams,
  ]);

const stamped = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const layer = { place: "bottom", margin: 10, width: 100, angle: 0, opacity: 1, isUnder: false };
  const mark = { file: { bytes: textPdf("Stamp"), field: "stamp" } };
  const pages = [{ from: 1, to: 1 }];
  const answer = await doPdfJob({ kind: "stamp", input: { bytes, pages, layer, mark } }, false);
  assert.ok(answer !== "over");
  return answer.done.body as Uint8Array;
};

const stampedText = async (bytes: Uint8Array): Promise<string> => {
  const [text = ""] = await pageTexts(await stamped(bytes));
  return text;
};

for (const [name, end] of [
  ["a text that is not closed", "BT /F 9 Tf (cut"],
  ["a hexadecimal text that is not closed", "BT /F 9 Tf <414"],
  ["an array that is not closed", "BT /F 9 Tf [(cut) 3"],
  ["a dictionary that is not closed", "/P <</MCID 3"],
  ["an operator in an array that is not closed", "[(cut) (\\)) Tj"],
] as const) {
  test(`${name} at the end of a page does not take up what is drawn on it`, async () => {
    assert.match(await stampedText(pageOf(rawStream(TEXT), rawStream(end))), /Alpha.*Stamp/s);
  });
}

/** Deflated data that is sound up to the end of this text, after which it has a block of a type that does not exist. */
const deflatedUntil = (text: string): Buffer => {
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(text.length, 0);
  lengths.writeUInt16LE(0xffff - text.length, 2);
  return Buffer.concat([Buffer.from([0x78, 1, 0]), lengths, Buffer.from(text), Buffer.from([7, 0, 0, 0])]);
};

test("a damaged stream ends where its damage begins", async () => {
  const damaged = rawStream(deflatedUntil(`${TEXT}BT (cut`), "/Filter/FlateDecode");
  assert.match(await stampedText(pageOf(damaged)), /Alpha.*Stamp/s);
});

test("streams with an unknown filter stay as they are", async () => {
  const strange = rawStream("abc", "/Filter/Strange");
  assert.match(await stampedText(pageOf(rawStream(TEXT), strange)), /Alpha.*Stamp/s);
});

test("streams that are damaged from their start stay as they are", async () => {
  const damaged = rawStream("no deflated data", "/Filter/FlateDecode");
  assert.match(await stampedText(pageOf(rawStream(TEXT), damaged)), /Alpha.*Stamp/s);
});

test("what is no stream is left out of the content of a page", async () => {
  const bytes = await stamped(pageOf(rawStream(TEXT), "<</Type/Catalog>>"));
  const [page] = openPdf(bytes, quickBudget()).pages;
  assert.ok(page !== undefined);
  const contents = asList(get(page, "Contents"));
  assert.ok(contents.every((value) => resolve(value) instanceof Stream));
  assert.equal(contents.length, 3);
});
