import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { deflateSync } from "node:zlib";
import { form } from "../../support/form.ts";
import { archived } from "../../support/pdf/archived.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { onePage, rawStream, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { failure, post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const PATH = "/pdf/archive";
const INVOICE = readFileSync(new URL("../../../samples/invoice.xml", import.meta.url));

const warningsOf = async (file: Uint8Array, parts: Readonly<Record<string, string | Uint8Array>> = {}) => {
  const reply = await post(PATH, form({ file, ...parts }), { accept: "application/json" });
  assert.equal(reply.status, 200, await reply.clone().text());
  const { warnings = [] } = (await reply.json()) as { readonly warnings?: readonly { readonly code: string }[] };
  return warnings.map(({ code }) => code).sort();
};

/** The level and the invoice that a file has. */
const claims = async (file: Uint8Array) => {
  const reply = await post("/pdf/info", form({ file }));
  const { pdfA, eInvoice } = (await reply.json()) as { readonly pdfA: string; readonly eInvoice?: { xml: string } };
  return [pdfA, eInvoice?.xml];
};

/** The texts of the attached files. */
const attachedTo = (pdf: Uint8Array) =>
  withPdfJs(pdf, async (document) => {
    const ids = [...((await document.getAttachments()) ?? new Map()).keys()];
    const files = await Promise.all(ids.map((id) => document.getAttachmentContent(id)));
    return files.map((file) => Buffer.from(file ?? []).toString());
  });

const IMAGE = "/Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8";
const look = (content: string) => rawStream(content, "/Type/XObject/Subtype/Form/BBox[0 0 9 9]");

const FILES: Readonly<Record<string, Buffer>> = {
  "a text in Helvetica": textPdf("One", "Two"),
  "a text in Georgia": onePage({
    content: "BT /T 10 Tf 10 10 Td (abc) Tj ET",
    resources:
      "/Font<</T<</Type/Font/Subtype/TrueType/BaseFont/Georgia/Encoding/WinAnsiEncoding" +
      "/FirstChar 97/LastChar 99/Widths[504 560 454]>>>>",
  }),
  "forms, attachments, links, layers and tags": richPdf("A"),
  "colours of screens and of inks": onePage({
    content: "1 0 0 rg 0 0 9 9 re f 0 1 0 0 k 9 9 9 9 re f /Im Do /Sep cs 1 scn 30 30 9 9 re f",
    resources: "/XObject<</Im 5 0 R>>/ColorSpace<</Sep[/Separation/Gold/DeviceRGB 6 0 R]>>",
    objects: [
      rawStream("abcdef", `${IMAGE}/ColorSpace/DeviceRGB/Interpolate true/Alternates[]`),
      "<</FunctionType 2/Domain[0 1]/N 1/C0[1 1 1]/C1[1 0 0]>>",
    ],
  }),
  "transparency, states and a form without resources": onePage({
    content: "/G gs /Fm Do q q Q Q odd 1 0 0 RG /Wrong ri 0 0 m 9 9 l S",
    resources: "/ExtGState<</G<</ca .5/BM[/Odd/Multiply]/TR/Identity/HTP[0 0]/HT 7 0 R>>>>/XObject<</Fm 5 0 R>>",
    page: "/Group<</S/Transparency/CS/DeviceRGB>>",
    objects: [
      rawStream("/G gs 5 5 20 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 50 50]/PS 6 0 R/OPI<<>>"),
      "null",
      "<</Type/Halftone/HalftoneType 5/Default 8 0 R/Gold 8 0 R>>",
      "<</Type/Halftone/HalftoneType 1/Frequency 60/Angle 45/SpotFunction/Round>>",
    ],
  }),
  "inline images with the letters of their end in their data": onePage({
    content: [
      "q 30 0 0 30 9 9 cm BI/W 2/H 2/BPC 8/CS/G/F/A85 ID 5EI\n+R~>\nEI Q",
      "q 30 0 0 30 50 9 cm BI/W 2/H 2/BPC 8/CS/G ID aEI\n\nEI Q",
      "q 30 0 0 30 90 9 cm BI/W 2/H 2/BPC 8/CS/G/F[/A85]/DP[null] ID 5EI +R~>\nEI Q",
    ].join("\n"),
  }),
  "scripts, actions and annotations": onePage({
    catalog: "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AA<</WC<</S/JavaScript/JS(1)>>>>",
    page: "/Annots[5 0 R 6 0 R 7 0 R 8 0 R]",
    objects: [
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(a.exe)>>>>",
      "<</Type/Annot/Subtype/Square/Rect[9 9 20 20]/F 2/AP<</N 9 0 R>>>>",
      "<</Type/Annot/Subtype/Movie/Rect[30 9 40 20]/AP<</N 9 0 R/D 9 0 R>>>>",
      "<</Type/Annot/Subtype/Highlight/Rect[50 50 80 60]/QuadPoints[50 60 80 60 50 50 80 50]/C[1 1 0]>>",
      look("0 0 9 9 re f"),
    ],
  }),
  "a font of Type 3 that lacks a glyph": onePage({
    content: "BT /T 10 Tf 10 10 Td (abc) Tj ET",
    resources: "/Font<</T 5 0 R>>",
    objects: [
      `<</Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 99/Widths[500 500 500]
        /Encoding<</Differences[97/a/b]>>/CharProcs<</a 6 0 R/b 6 0 R>>>>`,
      rawStream("400 0 d0 0 0 300 300 re f"),
    ],
  }),
  "a form that is called like metadata": onePage({
    content: "/Metadata Do",
    resources: "/XObject<</Metadata 5 0 R>>",
    objects: [
      rawStream(
        "BT /F 10 Tf 5 5 Td (Kept) Tj ET",
        "/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
      ),
    ],
  }),
  "short names of filters": onePage({
    content: "/Im Do",
    resources: "/XObject<</Im 5 0 R>>",
    objects: [rawStream(deflateSync("abcdef"), `${IMAGE}/ColorSpace/DeviceRGB/F[/Fl]`)],
  }),
};

suite("POST /pdf/archive", { concurrency: 2 }, () => {
  for (const [what, file] of Object.entries(FILES)) {
    test(`makes a file with ${what} PDF/A, with the same bytes each time`, async () => {
      const result = await archived(file);
      const { metadata } = await withPdfJs(result, (document) => document.getMetadata());
      assert.equal(`${metadata.get("pdfaid:part")}${metadata.get("pdfaid:conformance")}`, "2B");
      assert.deepEqual(await pageTexts(result), await pageTexts(file));
      assert.deepEqual(await archived(file), result);
    });
  }

  test("makes files that veraPDF finds valid", { skip: !hasVeraPdf }, async () => {
    const results = await Promise.all(Object.values(FILES).map((file) => archived(file)));
    const verdicts = veraPdfVerdicts(results);
    assert.deepEqual(
      verdicts,
      Object.keys(FILES).map(() => "2b compliant"),
    );
  });

  test("reports what it removes, replaces and draws", async () => {
    assert.deepEqual(await warningsOf(FILES["a text in Helvetica"]!), ["font-embedded"]);
    assert.deepEqual(await warningsOf(FILES["scripts, actions and annotations"]!), [
      "action-removed",
      "annotation-drawn",
      "annotation-removed",
      "script-removed",
    ]);
    assert.ok((await warningsOf(FILES["forms, attachments, links, layers and tags"]!)).includes("attachment-removed"));
    const locked = readFileSync("test/fixtures/pdf/password.pdf");
    const { status, message } = await failure(await post(PATH, form({ file: locked })));
    assert.equal(status, 400);
    assert.match(message, /^file: The PDF is encrypted/);
  });

  test("makes an e-invoice of a file, which is PDF/A-3b then", async () => {
    const result = await archived(textPdf("Invoice"), { eInvoice: INVOICE });
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["3b compliant"]);
    const expected = ["3b", INVOICE.toString()];
    assert.deepEqual(await claims(result), expected);
    const again = await archived(result, { level: "3b" });
    assert.deepEqual(await claims(again), expected, "the invoice stays one");
    assert.match(again.toString("latin1"), /fx:ConformanceLevel/);
    assert.deepEqual(await warningsOf(result, { level: "2b" }), ["attachment-removed"]);
    assert.deepEqual(await warningsOf(result, { level: "3b", eInvoice: INVOICE }), ["attachment-removed"]);
  });

  test("puts an e-invoice in the place of one of another profile", async () => {
    const data = form({ file: textPdf("Invoice") });
    data.append("attachments", new Blob(["<old/>"], { type: "text/xml" }), "ZUGFeRD-invoice.xml");
    const file = Buffer.from(await (await post("/pdf/attach", data)).arrayBuffer());
    assert.deepEqual(await attachedTo(await archived(file, { eInvoice: INVOICE })), [INVOICE.toString()]);
    assert.ok((await warningsOf(file, { eInvoice: INVOICE })).includes("attachment-removed"));
  });

  test("gives glyphs without a character the text that stands for them in level A", async () => {
    const html = "<html lang=th><title>x</title><p>ที่นี้";
    const printed = Buffer.from(await (await post("/convert/html-to-pdf", { html })).arrayBuffer());
    const result = await archived(printed, { level: "2a" });
    assert.deepEqual(await claims(result), ["2a", undefined]);
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["2a compliant"]);
  });

  test("keeps attached files in PDF/A-3", async () => {
    const file = richPdf("A");
    const result = await archived(file, { level: "3b" });
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["3b compliant"]);
    assert.deepEqual(await attachedTo(result), await attachedTo(file));
    assert.deepEqual(await attachedTo(result), ["A attached"]);
    assert.ok(!(await warningsOf(file, { level: "3b" })).includes("attachment-removed"));
  });

  const foreign = (name: string) =>
    onePage({
      content: "BT /T 10 Tf 10 10 Td (abc) Tj ET",
      resources: `/Font<</T<</Type/Font/Subtype/Type1/BaseFont/${name}/FirstChar 97/LastChar 99/Widths[900 900 900]>>>>`,
    });
  const wrong: Readonly<Record<string, readonly [file: Buffer, parts: Record<string, string | Uint8Array>, RegExp]>> = {
    "a font that no free one stands in for": [foreign("Unknown"), {}, /^file: .*not embedded.*6\.2\.11\.4\.1/],
    "a font of other metrics": [foreign("Helvetica"), {}, /^file: .*6\.2\.11\.4\.1/],
    "a page that is too small": [onePage({ page: "/CropBox[0 0 2 2]" }), {}, /^file: .*smaller than 3 points/],
    "a note that no two readers draw alike": [
      onePage({ page: "/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/Contents(a)>>]" }),
      {},
      /^file: .*6\.3\.3/,
    ],
    "a level A without tags": [textPdf("One"), { level: "2a" }, /^file: .*no tags/],
    "another level": [textPdf("One"), { level: "1b" }, /^level must be one of 2b, 3b, 2a, 3a/],
    "an invoice in PDF/A-2": [textPdf("One"), { level: "2b", eInvoice: INVOICE }, /^eInvoice needs level 3b or 3a/],
    "an invoice that is none": [textPdf("One"), { eInvoice: Buffer.from("<a/>") }, /^eInvoice has the root element a/],
  };
  for (const [what, [file, parts, message]] of Object.entries(wrong)) {
    test(`is a 400 for ${what}`, async () => {
      const { status, message: found } = await failure(await post(PATH, form({ file, ...parts })));
      assert.equal(status, 400);
      assert.match(found, message);
    });
  }
});
