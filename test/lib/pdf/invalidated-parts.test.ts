import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import type { Warning } from "../../../lib/output/warnings.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { bytesOf } from "../../support/finished.ts";
import { compress } from "../../support/pdf/compress.ts";
import { dynamicForm } from "../../support/pdf/dynamic-form.ts";
import { unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";

const { signal } = new AbortController();
const merge = (...files: Uint8Array[]) =>
  mergePdf.run(
    files.map((bytes) => ({ name: "file.pdf", bytes })),
    signal,
  );
const codesAndPlaces = (warnings: readonly Warning[]) => warnings.map(({ code, place }) => [code, place]);

const PADDING = "q Q ".repeat(4000);

/** Two pages with a form: a field of a type, its value, and further entries of the form. */
const withForm = (field: string, form = "", catalog = "") =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]${form}>>${catalog}>>`,
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>",
    "<</Type/Page/Parent 2 0 R/Annots[5 0 R]/Contents 7 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    `<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/T(field)${field}/AP<</N 6 0 R>>>>`,
    rawStream("0 0 9 9 re f", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"),
    rawStream(PADDING),
    rawStream("<xdp><config><present><dynamicRender>forbidden</dynamicRender></present></config></xdp>"),
  ]);

const signed = withForm("/FT/Sig/V<</Type/Sig/Contents(signed)>>", "/SigFlags 3");
const xfa = withForm("/FT/Tx", "/XFA[(config)8 0 R]");

const restricted = await readFile("test/fixtures/pdf/rc4-128.pdf");
const attachment = await readFile("test/fixtures/pdf/encrypted-attachment.pdf");

describe("parts that are invalid in a new file are removed with a warning:", () => {
  for (const [name, bytes, code] of [
    ["a digital signature", signed, "signature-removed"],
    ["an owner's restrictions", restricted, "restrictions-removed"],
    ["encrypted attachments", attachment, "attachment-removed"],
    ["XFA", xfa, "xfa-removed"],
  ] as const) {
    test(`${name} by a merge, whose warning names the file`, async () => {
      const { warnings } = await merge(textPdf("plain"), bytes);
      assert.deepEqual(codesAndPlaces(warnings), [[code, "file 2"]]);
    });
  }

  test("signatures and XFA by the removal of a page, and nothing from a file without them", async () => {
    for (const [bytes, code] of [
      [signed, "signature-removed"],
      [xfa, "xfa-removed"],
    ] as const) {
      const made = await removePages.run({ bytes, pages: [2] }, signal);
      assert.deepEqual(codesAndPlaces(made.warnings), [[code, undefined]]);
      assert.doesNotMatch(unpacked(await bytesOf(made)), /signed|dynamicRender/);
    }
    const { warnings } = await removePages.run({ bytes: textPdf("one", "two"), pages: [2] }, signal);
    assert.deepEqual(warnings, []);
  });

  test("signatures by compression", async () => {
    const { body, warnings } = await compress(signed);
    assert.ok(body.length < signed.length);
    assert.deepEqual(codesAndPlaces(warnings), [["signature-removed", undefined]]);
  });
});

describe("the appearance of a signature", () => {
  const { signal: open } = new AbortController();
  const kidOf = "/Kids[9 0 R]";
  const seal = rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 8 0 R]/SigFlags 3>>>>`,
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>",
    "<</Type/Page/Parent 2 0 R/Annots[5 0 R 9 0 R]/Contents 7 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Annot/Subtype/Widget/Rect[10 10 40 40]/FT/Sig/T(one)/TU(Seal)/V<</Type/Sig>>/AP<</N 6 0 R>>/F 4>>",
    rawStream("0.5 g 0 0 30 30 re f", "/Type/XObject/Subtype/Form/BBox[0 0 30 30]"),
    rawStream(PADDING),
    `<</FT/Sig/T(two)/V<</Type/Sig>>${kidOf}>>`,
    "<</Type/Annot/Subtype/Widget/Rect[50 50 80 80]/Parent 8 0 R/AP<</N 6 0 R>>/F 4>>",
  ]);

  const annotationsOf = async (bytes: Uint8Array) =>
    withPdfJs(bytes, async (pdf) => {
      const found = await (await pdf.getPage(pdf.numPages === 3 ? 2 : 1)).getAnnotations();
      return found.map(({ subtype, hasAppearance, rect }) => [subtype, hasAppearance, rect]);
    });

  for (const [name, change] of [
    ["a merge", async () => bytesOf(await merge(textPdf("plain"), seal))],
    ["the removal of a page", async () => bytesOf(await removePages.run({ bytes: seal, pages: [2] }, open))],
    ["compression", async () => bytesOf(await compress(seal))],
  ] as const) {
    test(`becomes a stamp by ${name}, and no unsigned field stays in its place`, async () => {
      const bytes = await change();
      assert.deepEqual(await annotationsOf(bytes), [
        ["Stamp", true, [10, 10, 40, 40]],
        ["Stamp", true, [50, 50, 80, 80]],
      ]);
      assert.equal(await withPdfJs(bytes, (pdf) => pdf.getFieldObjects()), null);
    });
  }
});

describe("a dynamic XFA form", () => {
  const refused = { code: "INVALID_REQUEST", message: /dynamic XFA/ };

  test("is refused, and other forms are not", () => {
    const pagesOf = (bytes: Uint8Array) => openWithBudget(bytes).document.pages.length;
    assert.throws(() => pagesOf(dynamicForm("<dynamicRender\n>required</dynamicRender\n>")), refused);
    assert.throws(() => pagesOf(dynamicForm("<config/>", "/NeedsRendering true")), refused);
    assert.equal(pagesOf(dynamicForm("<dynamicRender>forbidden</dynamicRender>")), 1);
    assert.equal(pagesOf(withForm("/FT/Tx", "/XFA[(config)8 0 R]", "/NeedsRendering true")), 2);
  });
});
