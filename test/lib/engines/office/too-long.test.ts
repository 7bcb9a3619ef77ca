import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHARED = "openxmlformats-officedocument.spreadsheetml.sharedStrings+xml";

/** A workbook with a column of cells that all show the same shared text. */
const repeating = (text: string, times: number): Buffer =>
  xlsx(
    Array.from({ length: times }, (_, row) => [{ xml: `<c r="A${row + 1}" t="s"><v>0</v></c>` }]),
    {},
    {
      parts: { "xl/sharedStrings.xml": `<sst xmlns="${MAIN}"><si><t>${text}</t></si></sst>` },
      types: { "xl/sharedStrings.xml": SHARED },
      related: [{ id: "rId80", type: "sharedStrings", target: "sharedStrings.xml" }],
    },
  );

suite("a document that cannot be printed by the deadline is refused early:", { skip: noOffice }, () => {
  test("one with a paragraph of 4 million characters", async () => {
    const bytes = docx(paragraph(run("word ".repeat(800_000))));
    await assert.rejects(printWord(bytes), {
      code: "PROCESSING_FAILED",
      message: /a paragraph of 4,000,000 characters/,
    });
  });

  test("one whose 2,000 cells show a text above the limit of a cell", async () => {
    await assert.rejects(printExcel(repeating("x".repeat(100_000), 2000)), {
      code: "PROCESSING_FAILED",
      message: /texts of 200,\d{3},000 characters/,
    });
  });
});

suite("a workbook whose only cell is far from A1", { skip: noOffice }, () => {
  test("is printed on one page with that cell", async () => {
    const far = xlsx([[{ xml: '<c r="FOO100000"><v>815</v></c>' }]]);
    const pages = await readPages(await printExcel(far));
    assert.deepEqual(
      pages.map(({ text }) => text.trim()),
      ["815"],
    );
  });
});
