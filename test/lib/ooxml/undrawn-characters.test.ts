import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { officeToPdf } from "../../../lib/engines/office-to-pdf.ts";
import { docx, paragraph, run } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { flatDocument, presentation } from "../../support/office/kinds.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

/** Characters of Unicode that the font set does not have: of Han, and a word of another script. */
const [HAN, KHITAN] = ["\u{2e000}", "\u{18b00}\u{18b01}"];
const KNOWN = "Łódź 漢字 한글 عربي हिन्दी 😀 \uf0b7 \u00ad\u200b";

const warningsOf = async (bytes: Buffer) => {
  const { warnings } = await officeToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  return warnings.filter(({ code }) => code === "characters-missing").map(({ message }) => message);
};

const documents = {
  word: (text: string) => docx(paragraph(run(text), `<w:pStyle w:val="${HAN}"/>`)),
  excel: (text: string) => xlsx([[text, 1]]),
  powerpoint: (text: string) => presentation([{ text }]),
} as const;

const contents = {
  text: (paragraphs: string) => paragraphs,
  spreadsheet: (paragraphs: string) =>
    `<table:table table:name="A"><table:table-row><table:table-cell>${paragraphs}</table:table-cell></table:table-row></table:table>`,
  presentation: (paragraphs: string) =>
    `<draw:page xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" draw:name="A"><draw:frame xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" svg:width="20cm" svg:height="4cm"><draw:text-box>${paragraphs}</draw:text-box></draw:frame></draw:page>`,
} as const;

suite("the characters of an Office file", { skip: noOffice, concurrency: 2 }, () => {
  for (const [kind, of] of Object.entries(documents)) {
    test(`of ${kind} are told by kinds if they are in no font`, async () => {
      assert.deepEqual(await warningsOf(of(`${KNOWN}${HAN} ${HAN}${KHITAN}`)), [
        "Some characters are in no font (Han: 1, others: 2); boxes or gaps stand for them.",
      ]);
      assert.deepEqual(await warningsOf(of(KNOWN)), []);
    });
  }

  for (const type of ["text", "spreadsheet", "presentation"] as const) {
    test(`of flat OpenDocument (${type}) are told if they are in no font`, async () => {
      const of = (text: string) => flatDocument(type, contents[type](`<text:p>${text}</text:p>`));
      assert.deepEqual(await warningsOf(of(`${KNOWN}${HAN}`)), [
        "Some characters are in no font; boxes or gaps stand for them.",
      ]);
      assert.deepEqual(await warningsOf(of(KNOWN)), []);
    });
  }
});
