import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { officeToPdf } from "../../../../lib/engines/office-to-pdf.ts";
import { CompoundFile } from "../../../../lib/office-kinds/compound-file.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice, printExcel } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

const FORMATS = ["General", "yyyy\\-mm\\-dd", "0.00", "@", ";;;"];

const styles =
  `<styleSheet xmlns="${MAIN}"><numFmts>${FORMATS.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join("")}</numFmts>` +
  "<fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>" +
  `<cellXfs>${FORMATS.map((_, index) => `<xf numFmtId="${170 + index}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`;

/** A row for each format: a boolean, and a formula with a stored one. */
const workbook = xlsx(
  FORMATS.map((_, row) => [
    `row ${row}`,
    { xml: `<c r="B${row + 1}" t="b" s="${row}"><v>1</v></c>` },
    { xml: `<c r="C${row + 1}" t="b" s="${row}"><f>B${row + 1}=2</f><v>1</v></c>` },
  ]),
  {},
  {
    parts: { "xl/styles.xml": styles },
    types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
    related: [{ id: "rIdS", type: "styles", target: "styles.xml" }],
  },
);

const FORMULA = 0x06;
/** A record's head and the row, column and format of its cell stand before a formula's stored value. */
const VALUE_AT = 4 + 6;
const STORED_TRUE = Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff]);

/** An old workbook whose first formula has a stored boolean. */
const oldWorkbook = (): Buffer => {
  const file = new CompoundFile(readFileSync(new URL("../../../fixtures/office/mirr.xls", import.meta.url)));
  const content = Buffer.from(file.read("Workbook"));
  let at = 0;
  while (content.readUInt16LE(at) !== FORMULA) at += 4 + content.readUInt16LE(at + 2);
  STORED_TRUE.copy(content, at + VALUE_AT);
  return file.withContent("Workbook", content);
};

suite("booleans in cells", { skip: noOffice, concurrency: 2 }, () => {
  test("are printed as words whatever the format for numbers is, but not with a format that hides texts", async () => {
    const text = (await textOf(await printExcel(workbook))).replace(/\s+/g, " ").trim();
    const shown = FORMATS.map((code, row) => `row ${row}${code === ";;;" ? "" : " TRUE TRUE"}`);
    assert.equal(text, shown.join(" "));
  });

  test("are printed as words in an old workbook", async () => {
    const output = await officeToPdf.run({ bytes: oldWorkbook() }, AbortSignal.timeout(600_000));
    assert.match(await textOf(await bytesOf(output)), /\bTRUE\b/);
  });
});
