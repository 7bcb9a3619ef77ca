import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { hasPoppler, popplerText } from "../../../support/poppler.ts";
import { stopEngines } from "../../../support/print.ts";
import { letters, TEXTS } from "../../../support/scripts.ts";

if (!hasPoppler) console.error("NOT TESTED: that text can be extracted again, since pdftotext is missing here");

after(stopEngines);

const RIGHT_TO_LEFT = ["ar", "ur", "he"];

const face = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`;

const word = (text: string, language: string, looks: readonly string[]): Buffer => {
  const turned = RIGHT_TO_LEFT.includes(language);
  return docx(
    looks.map((look) => paragraph(run(text, look + (turned ? "<w:rtl/>" : "")), turned ? "<w:bidi/>" : "")).join(""),
  );
};

const excel = (text: string): Buffer => {
  const once = (element: string, child: string) => `<${element} count="1">${child}</${element}>`;
  const styles = [
    once("fonts", `<font><sz val="11"/><name val="Calibri"/></font>`),
    once("fills", "<fill/>"),
    once("borders", "<border/>"),
    once("cellStyleXfs", "<xf/>"),
    once("cellXfs", '<xf fontId="0" applyFont="1"/>'),
  ];
  const schema = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const wide = { before: '<cols><col min="1" max="1" width="60" customWidth="1"/></cols>' };
  return xlsx([[text]], wide, {
    parts: { "xl/styles.xml": `<styleSheet xmlns="${schema}">${styles.join("")}</styleSheet>` },
    types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
    related: [{ id: "rId90", type: "styles", target: "styles.xml" }],
  });
};

suite("text is printed with a glyph for each character, and is extracted again:", {
  skip: noOffice || !hasPoppler,
  concurrency: 2,
}, () => {
  for (const [name, [language, text]] of Object.entries(TEXTS)) {
    test(`${name} in Word and Excel`, async () => {
      const looks = ["", "<w:b/><w:bCs/>", face("Calibri")];
      const document = popplerText(await printWord(word(text, language, looks)));
      assert.equal(letters(document, language), letters(text.repeat(looks.length), language));
      const workbook = popplerText(await printExcel(excel(text)));
      assert.equal(letters(workbook, language), letters(text, language));
    });
  }
});
