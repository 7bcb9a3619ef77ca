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

/** A page with these entries, whose content leaves its graphics state and a clipping path open, with these annotations. */
const annotatedPage = (entries: string, ...annotations: readonly string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>",
    `<</Type/Page/Parent 2 0 R${entries}/Contents 4 0 R/Resources<</Font<</F 6 0 R>>>>/Annots[${annotations.map((_, at) => `${7 + at} 0 R`).join(" ")}]>>`,
    rawStream("q q 0.1 0 0 0.1 0 0 cm 0 0 1 1 re W n"),
    rawStream("BT /F 10 Tf 2 4 Td (Stamped) Tj ET", "/BBox[0 0 50 20]/Resources<</Font<</F 6 0 R>>>>"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...annotations,
  ]);

const annotated = (...annotations: readonly string[]): Buffer => annotatedPage("", ...annotations);

/** A page with one form field, whose look is this content. */
const withField = (form: string, field: string, look: string): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]${form}>>>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>",
    "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
    `<</Type/Annot/Subtype/Widget/Rect[20 20 180 80]/T(f)/DA(/Helv 12 Tf)${field}/AP<</N 5 0 R>>>>`,
    rawStream(look, "/Subtype/Form/BBox[0 0 160 60]/Resources<</Font<</Helv 6 0 R>>>>"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
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
  test("draws the appearance of an annotation at its place, whatever the page's content leaves open", async () => {
    const { bytes, warnings } = await flatten(annotated(`<<${STAMP}/Rect[100 100 200 140]>>`));
    assert.deepEqual(await placesOf(bytes), [["Stamped", 20, 0, 0, 20, 104, 108]]);
    const [page] = (await PDFDocument.load(bytes)).getPages();
    assert.equal(page!.node.has(PDFName.of("Annots")), false);
    assert.equal(warnings, "0");
  });

  test("draws an annotation upright that does not turn with its page", async () => {
    const upright = `<<${STAMP}/Rect[100 60 200 100]/F 20>>`;
    const { bytes } = await flatten(annotatedPage("/Rotate 90", upright));
    assert.deepEqual(await placesOf(bytes), [["Stamped", 0, 20, -20, 0, 132, 104]]);
  });

  test("leaves hidden annotations out, and keeps links and annotations without an appearance", async () => {
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

  test("draws form fields alone, with the values that have no appearance yet, and reports that their tags go", async () => {
    const { bytes, warnings } = await flatten(richPdf("A"), "forms");
    assert.match((await pageTexts(bytes))[0]!, /A value/);
    assert.equal(warnings, "1");
    await withPdfJs(bytes, async (pdf) => assert.equal(await pdf.getFieldObjects(), null));
  });

  test("draws a value whose characters the standard fonts lack, if the form asks for the look of its values", async () => {
    const value = `<feff${Buffer.from("salad \u03c0", "utf16le").swap16().toString("hex")}>`;
    const { bytes, warnings } = await flatten(
      withField("/NeedAppearances true", `/FT/Tx/V${value}`, "/Tx BMC 0 0 160 60 re S EMC"),
    );
    assert.deepEqual(await pageTexts(bytes), ["salad \u03c0"]);
    assert.equal(warnings, "0");
  });

  test("keeps a field whose value no font shows, without the look of the empty field, and tells it", async () => {
    const { bytes, warnings } = await flatten(
      withField("/NeedAppearances true", "/FT/Tx/V<feff4e2d0915064506d2>", "/Tx BMC 0 0 160 60 re S EMC"),
    );
    assert.equal(warnings, "1");
    await withPdfJs(bytes, async (pdf) => assert.ok((await pdf.getFieldObjects())?.has("f")));
  });

  test("draws fields as they look, if the form does not ask for other looks", async () => {
    const look = "BT /Helv 9 Tf 2 4 Td (Own look) Tj ET";
    const { bytes } = await flatten(withField("", "/FT/Ch/Opt[(One)(Two)]/V(Two)", look));
    assert.deepEqual(await pageTexts(bytes), ["Own look"]);
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
