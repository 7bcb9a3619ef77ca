import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type BookType, utils, write } from "xlsx";
import { officeToPdf } from "../../../lib/engines/office-to-pdf.ts";
import { bytesOf } from "../../support/finished.ts";
import { noOffice } from "../../support/office/engine.ts";
import { textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const SECOND = 1 / 86_400;

/** Numbers with their formats, and what SheetJS prints for them, which follows Excel. */
const NUMBERS: readonly (readonly [number, string, string])[] = [
  [1 / 3, "General", "0.333333333"],
  [-200 / 3, "General", "-66.66666667"],
  [42, "General", "42"],
  [45_296.7 * SECOND, "h:mm:ss", "12:34:57"],
  [44_000 + 45_296.2 * SECOND, "yyyy\\-mm\\-dd hh:mm:ss", "2020-06-18 12:34:56"],
  [1, "yyyy\\-mm\\-dd", "1900-01-01"],
  [3.25, 'd" d "hh:mm', "3 d 06:00"],
  [7, "dddd", "Saturday"],
  [1.5, "0.00", "1.50"],
];

/** A workbook in a binary format, as SheetJS writes it: a number in each row, and a semicolon beside it. */
const workbook = (bookType: BookType, date1904 = false): Buffer => {
  const sheet = utils.aoa_to_sheet([]);
  for (const [row, [value, format]] of NUMBERS.entries()) {
    sheet[`A${row + 1}`] = { t: "n", v: value, z: format };
    sheet[`B${row + 1}`] = { t: "s", v: ";" };
  }
  sheet["!ref"] = `A1:B${NUMBERS.length}`;
  sheet["!cols"] = [{ wch: 30 }, { wch: 5 }];
  const book = { SheetNames: ["Numbers"], Sheets: { Numbers: sheet }, Workbook: { WBProps: { date1904 } } };
  return write(book, { type: "buffer", bookType }) as Buffer;
};

const printedOf = async (bytes: Buffer) => {
  const output = await officeToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const texts = (await textOf(await bytesOf(output))).split(";").map((text) => text.trim());
  return texts.slice(0, NUMBERS.length);
};

suite("numbers in the cells of binary workbooks", { skip: noOffice, concurrency: 2 }, () => {
  for (const bookType of ["biff8", "xlsb"] as const) {
    test(`(${bookType}) are printed as Excel prints them`, async () => {
      const printed = await printedOf(workbook(bookType));
      assert.deepEqual(
        printed,
        NUMBERS.map(([, , text]) => text),
      );
    });

    test(`(${bookType}) are not moved in a workbook that counts days from 1904`, async () => {
      const printed = await printedOf(workbook(bookType, true));
      assert.equal(printed[5], "1904-01-02");
    });
  }
});
