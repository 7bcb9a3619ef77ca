import assert from "node:assert/strict";
import { after, test } from "node:test";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

/** More paragraphs than those whose lines LibreOffice keeps by itself. */
const ROWS = 300;
const TITLE = "Alpha beta gamma delta omega";

const reference = `<w:p><w:fldSimple w:instr=" REF _Ref1 \\h ">${run(TITLE)}</w:fldSimple></w:p>`;
const cell = (width: number, content: string) =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const row = (number: number) => `<w:tr>${cell(6000, paragraph(`Row ${number}`))}${cell(1000, reference)}</w:tr>`;
const table = `<w:tbl><w:tblGrid><w:gridCol w:w="6000"/><w:gridCol w:w="1000"/></w:tblGrid>${Array.from(
  { length: ROWS },
  (_, number) => row(number),
).join("")}</w:tbl>`;
const heading = `<w:p><w:bookmarkStart w:id="1" w:name="_Ref1"/>${run(TITLE)}<w:bookmarkEnd w:id="1"/></w:p>`;

test("a field that goes on on the next page keeps all its words in a long document", { skip: noOffice }, async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on("warning", note);
  const text = await textOf(await printWord(docx(heading + table)));
  process.off("warning", note);
  for (const word of TITLE.split(" ")) assert.equal(text.split(word).length - 1, ROWS + 1, word);
  assert.deepEqual(
    warnings.filter((message) => message.includes("LibreOffice")),
    [],
  );
});
