import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { PDFDocument, PDFName } from "pdf-lib";
import { form } from "../../support/form.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/flatten";

const flatten = async (file: Uint8Array, what?: string) => {
  const reply = await post(PATH, form({ file, ...(what !== undefined && { what }) }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return { bytes: new Uint8Array(await reply.arrayBuffer()), warnings: reply.headers.get("x-warnings") };
};

/** A page whose content leaves its graphics state and a clipping path open, with these annotations. */
const annotated = (...annotations: readonly string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>",
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 6 0 R>>>>/Annots[${annotations.map((_, at) => `${7 + at} 0 R`).join(" ")}]>>`,
    rawStream("q q 0.1 0 0 0.1 0 0 cm 0 0 1 1 re W n"),
    rawStream("BT /F 10 Tf 2 4 Td (Stamped) Tj ET", "/BBox[0 0 50 20]/Resources<</Font<</F 6 0 R>>>>"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...annotations,
  ]);

const STAMP = "/Type/Annot/Subtype/Stamp/AP<</N 5 0 R>>";

/** The places of texts on the first page, as pdf.js finds them. */
const placesOf = (bytes: Uint8Array) =>
  withPdfJs(bytes, async (pdf) => {
    const { items } = await (await pdf.getPage(1)).getTextContent();
    return items.flatMap((item) =>
      "str" in item && item.str.trim() !== "" ? [[item.str, ...item.transform.map(Math.round)]] : [],
    );
  });

suite("POST /pdf/flatten", { concurrency: 2 }, () => {
  test("draws the look of an annotation where it was, whatever the page's content leaves open", async () => {
    const { bytes, warnings } = await flatten(annotated(`<<${STAMP}/Rect[100 100 200 140]>>`));
    assert.deepEqual(await placesOf(bytes), [["Stamped", 20, 0, 0, 20, 104, 108]]);
    const [page] = (await PDFDocument.load(bytes)).getPages();
    assert.equal(page!.node.has(PDFName.of("Annots")), false);
    assert.equal(warnings, "0");
  });

  test("leaves hidden annotations out, and keeps links and annotations without a look", async () => {
    const file = annotated(
      `<<${STAMP}/Rect[0 0 50 20]/F 2>>`,
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com)>>>>",
      "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>",
    );
    const { bytes, warnings } = await flatten(file);
    assert.deepEqual(await placesOf(bytes), []);
    assert.equal(warnings, "1");
    await withPdfJs(bytes, async (pdf) => {
      const left = (await (await pdf.getPage(1)).getAnnotations()) as { subtype: string }[];
      assert.deepEqual(
        left.map(({ subtype }) => subtype),
        ["Link", "Square"],
      );
    });
  });

  test("draws form fields alone, with the values that they lack a look for, and tells that their tags go", async () => {
    const { bytes, warnings } = await flatten(richPdf("A"), "forms");
    assert.match((await pageTexts(bytes))[0]!, /A value/);
    assert.equal(warnings, "1");
    await withPdfJs(bytes, async (pdf) => assert.equal(await pdf.getFieldObjects(), null));
  });

  test("keeps form fields if only annotations are to be drawn", async () => {
    const { bytes } = await flatten(richPdf("A"), "annotations");
    await withPdfJs(bytes, async (pdf) => assert.ok((await pdf.getFieldObjects())?.has("name")));
  });

  test("changes nothing that a page without annotations shows", async () => {
    assert.deepEqual(await pageTexts((await flatten(textPdf("Plain"))).bytes), ["Plain"]);
  });

  refuses(PATH, [["what is unknown", form({ file: textPdf("A"), what: "links" }), 400, "INVALID_REQUEST", /^what/]]);
});
