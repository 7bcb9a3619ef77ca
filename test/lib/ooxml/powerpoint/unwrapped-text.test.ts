import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { openZip } from "../../../../lib/ooxml/zip.ts";
import { rewriteZip } from "../../../../lib/ooxml/zip-writing.ts";
import { form } from "../../../support/form.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { presentation } from "../../../support/office/kinds.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { post } from "../../../support/platen.ts";

const SLIDE = "ppt/slides/slide1.xml";
const TEXT = "a text that is wider than its box";

/** A presentation whose text is in a box that is 1 inch wide, with these properties. */
const withBox = async (properties: string): Promise<Buffer> => {
  const archive = await openZip(presentation([{ text: TEXT }]));
  const xml = archive.read(archive.files.get(SLIDE)!).toString();
  const narrow = xml.replace('cx="7000000"', 'cx="914400"').replace("<a:bodyPr/>", properties);
  return rewriteZip(archive, new Map([[SLIDE, Buffer.from(narrow)]]));
};

/** The number of lines on the slide. */
const linesOf = async (properties: string): Promise<number> => {
  const reply = await post("/convert/powerpoint-to-pdf", form({ file: await withBox(properties) }));
  assert.equal(reply.status, 200, await reply.clone().text());
  const [page] = await readPages(new Uint8Array(await reply.arrayBuffer()));
  assert.equal(page!.text.replace(/\s+/g, " ").trim(), TEXT);
  return new Set(page!.words.map(({ y }) => Math.round(y))).size;
};

suite("a text box of a presentation", { skip: noOffice, concurrency: 2 }, () => {
  for (const [what, fit] of [
    ["an empty element", "<a:spAutoFit/>"],
    ["two tags", "<a:spAutoFit></a:spAutoFit>"],
  ] as const)
    test(`that does not wrap lines and grows with its text, in ${what}, has one line`, async () =>
      assert.equal(await linesOf(`<a:bodyPr wrap="none">${fit}</a:bodyPr>`), 1));

  test("that wraps lines has several, also if it grows with its text", async () => {
    assert.ok((await linesOf('<a:bodyPr wrap="square"><a:spAutoFit/></a:bodyPr>')) > 2);
    assert.ok((await linesOf("<a:bodyPr><a:spAutoFit/></a:bodyPr>")) > 2);
  });
});
