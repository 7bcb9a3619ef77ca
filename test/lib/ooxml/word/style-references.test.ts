import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const STYLES = wordPart(
  "styles",
  '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>',
);

const styleField = (style: string): string =>
  `<w:fldSimple w:instr=" STYLEREF &quot;${style}&quot; ">${run("stored")}</w:fldSimple>`;

suite("fields for the text of a style", { skip: noOffice }, () => {
  for (const [name, style, printed] of [
    ["print it by the style's name", "heading 1", "Chapter"],
    ["print it by the style's name in another language", "Überschrift 1", "Chapter"],
    ["print what is stored if no paragraph has the style", "Überschrift 2", "stored"],
    ["print what is stored if there is no such style", "Titre 1", "stored"],
  ] as const) {
    test(name, async () => {
      const body = paragraph("Chapter", '<w:pStyle w:val="berschrift1"/>') + paragraph(run("x ") + styleField(style));
      const related = [{ id: "rId10", type: "styles", target: "styles.xml" }];
      const bytes = docx(body, { related, parts: { "word/styles.xml": STYLES } });
      const text = await textOf(await bytesOf(await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000))));
      assert.match(text, new RegExp(`x ${printed}`));
    });
  }
});
