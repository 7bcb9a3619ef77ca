import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from "pdf-lib";
import { form } from "../../../support/form.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";
import { post } from "../../../support/platen.ts";

/** Three pages with a paragraph each, whose alternate text names it, and one that goes from the second page to the third. */
const taggedPdf = (structParents: readonly number[]): Buffer => {
  const page = (at: number) =>
    `<</Type/Page/Parent 2 0 R/Contents 6 0 R/StructParents ${structParents[at]}/MediaBox[0 0 99 99]>>`;
  const leaf = (text: string, of: number) => `<</S/P/P 8 0 R/Pg ${of} 0 R/K 0/Alt(${text})>>`;
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R>>",
    "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>",
    page(0),
    page(1),
    page(2),
    rawStream("/P<</MCID 0>>BDC EMC /P<</MCID 1>>BDC EMC"),
    "<</Type/StructTreeRoot/K 8 0 R/ParentTree 9 0 R/ParentTreeNextKey 3>>",
    "<</S/Document/P 7 0 R/K[10 0 R 11 0 R 12 0 R 13 0 R]>>",
    "<</Nums[0[10 0 R]1[11 0 R 13 0 R]2[12 0 R 13 0 R]]>>",
    leaf("first", 3),
    leaf("second", 4),
    leaf("third", 5),
    "<</S/P/P 8 0 R/K[<</Type/MCR/Pg 4 0 R/MCID 1>><</Type/MCR/Pg 5 0 R/MCID 1>>]/Alt(both)>>",
  ]);
};

/** The alternate texts of the elements of a result, in their order, and those of each key of its parent tree. */
const tagsOf = async (file: Uint8Array, pages: string) => {
  const reply = await post("/pdf/pages/extract", form({ file, pages }));
  assert.equal(reply.status, 200);
  const { catalog } = await PDFDocument.load(await reply.arrayBuffer());
  const altOf = (element: PDFDict) => element.lookupMaybe(PDFName.of("Alt"), PDFString, PDFHexString)?.asString();
  const elementsIn = (list: PDFArray) =>
    list.asArray().map((_, at) => altOf(list.lookupMaybe(at, PDFDict) ?? PDFDict.withContext(catalog.context)));
  const root = catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict);
  const top = root.lookup(PDFName.of("K"), PDFArray).lookup(0, PDFDict);
  const kids = top.lookup(PDFName.of("K"));
  const numbers = root.lookup(PDFName.of("ParentTree"), PDFDict).lookup(PDFName.of("Nums"), PDFArray);
  const entries = Array.from({ length: numbers.size() / 2 }, (_, at) => [
    numbers.lookup(2 * at, PDFNumber).asNumber(),
    elementsIn(numbers.lookup(2 * at + 1, PDFArray)),
  ]);
  return {
    elements: kids instanceof PDFArray ? elementsIn(kids) : [altOf(kids as PDFDict)],
    parents: Object.fromEntries(entries) as unknown,
  };
};

suite("the tags of a PDF that keeps some of its pages", () => {
  test("are those of the pages, with their entries in the parent tree", async () => {
    const file = taggedPdf([0, 1, 2]);
    assert.deepEqual(await tagsOf(file, "1"), { elements: ["first"], parents: { 0: ["first"] } });
    const third = { elements: ["third", undefined], parents: { 2: ["third", undefined] } };
    assert.deepEqual(await tagsOf(file, "3"), third, "a text of both pages is none of the page");
    const later = { elements: ["second", "third", "both"], parents: { 1: ["second", "both"], 2: ["third", "both"] } };
    assert.deepEqual(await tagsOf(file, "2-3"), later);
  });

  test("keep their entry if a removed page has the same key", async () => {
    const { parents } = await tagsOf(taggedPdf([0, 0, 0]), "1");
    assert.deepEqual(parents, { 0: ["first"] });
  });
});
