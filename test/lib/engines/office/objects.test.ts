import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import sharp from "sharp";
import { docx, paragraph } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

const printed = async (bytes: Uint8Array): Promise<string> =>
  (await textOf(await printWord(bytes))).replace(/\s+/g, " ").trim();

/** A Word document with an embedded document, and the picture that stands for it. */
const withObject = async (program: string, ending: string, type: string, inner: Uint8Array): Promise<Buffer> => {
  const png = await sharp({ create: { width: 31, height: 17, channels: 3, background: "#d02030" } })
    .png()
    .toBuffer();
  const object =
    '<w:p><w:r><w:object><v:shape id="_x0000_i1025" style="width:200pt;height:60pt" o:ole=""><v:imagedata r:id="rId20"/></v:shape>' +
    `<o:OLEObject Type="Embed" ProgID="${program}" ShapeID="_x0000_i1025" DrawAspect="Content" ObjectID="_1" r:id="rId21"/></w:object></w:r></w:p>`;
  return docx(paragraph("before") + object + paragraph("after"), {
    parts: { "word/media/image1.png": png, [`word/embeddings/inner.${ending}`]: inner },
    types: { [`word/embeddings/inner.${ending}`]: type },
    related: [
      { id: "rId20", type: "image", target: "media/image1.png" },
      { id: "rId21", type: "package", target: `embeddings/inner.${ending}` },
    ],
  });
};

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints an equation with its letters, operators, fractions and roots", async () => {
    const fraction = `<m:f><m:num>${math("u")}</m:num><m:den>${math("w+7")}</m:den></m:f>`;
    const root = `<m:rad><m:deg/><m:e>${math("z")}</m:e></m:rad>`;
    const power = `<m:sSup><m:e>${math("c")}</m:e><m:sup>${math("2")}</m:sup></m:sSup>`;
    const equation = `<w:p><m:oMath ${MATH}>${math("E=m")}${power}${math("+")}${fraction}${math("+")}${root}</m:oMath></w:p>`;
    const found = (await printed(docx(paragraph("Energy") + equation))).replaceAll(" ", "");
    for (const text of ["Energy", "E=m", "c", "2", "u", "w+7", "z"]) assert.ok(found.includes(text), found);
  });

  test("prints the text around an embedded Word document", async () => {
    const type = "openxmlformats-officedocument.wordprocessingml.document";
    const bytes = await withObject("Word.Document.12", "docx", type, docx(paragraph("within")));
    assert.match(await printed(bytes), /^before .*after$/);
  });

  test("prints the text around an embedded workbook", async () => {
    const type = "openxmlformats-officedocument.spreadsheetml.sheet";
    const bytes = await withObject("Excel.Sheet.12", "xlsx", type, xlsx([["within"]]));
    assert.match(await printed(bytes), /^before .*after$/);
  });
});
