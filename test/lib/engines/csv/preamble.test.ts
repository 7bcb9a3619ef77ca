import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { preambleLength } from "../../../../lib/engines/csv/preamble.ts";
import { csvToPdf } from "../../../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { bytesOf } from "../../../support/finished.ts";
import { pageTexts, withPdfJs } from "../../../support/pdf/look.ts";

after(() => warmParts().get(csvToPdf.name)?.stop());

const rowsOf = (csv: string) => csv.split("\n").map((line) => line.split(";"));
const BODY = "01.01.2026;Rent;-900,00\n02.01.2026;Salary;2.500,00\n03.01.2026;Food;-20,00";

suite("the rows above a table are found", () => {
  for (const [what, csv, expected] of [
    ["if they have one cell", `Account 123\nDate;Text;Amount\n${BODY}`, 1],
    ["if they have few cells", `Account;123\nDate;Text;Account;Sign;Amount\n${BODY.replaceAll(";", ";x;")}`, 1],
    ["if they are filled up with empty cells", `Account 123;;\nPeriod;;\nDate;Text;Amount\n${BODY}`, 2],
    ["but are none if the first row has titles", `Date;Text;Amount\n${BODY}`, 0],
    ["but are none if no row below has only titles", `Account\n${BODY}`, 0],
    ["but are none if nothing below is an amount or a date", "Title\na;b;c\nd;e;f\ng;h;i", 0],
    ["but are none above fewer than two rows", "Account\nDate;Text;Amount\n01.01.2026;Rent;-900,00", 0],
    ["but are none if the first title is missing", `;Text;Amount\na;b;c\n${BODY}`, 0],
    ["but are none in one column", "a\nb\n1\n2", 0],
    ["but are none if they are a table of their own", `${"note\n".repeat(31)}Date;Text;Amount\n${BODY.repeat(20)}`, 0],
    ["but are none without rows", "", 0],
  ] as const) {
    test(what, () => assert.equal(preambleLength(rowsOf(csv)), expected));
  }
});

suite("a table with rows above its head", { concurrency: 1 }, () => {
  test("has them there, with a warning, and its head as such on each page", async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `0${1 + (at % 9)}.01.2026;Rent ${at};-${at},00`).join("\n");
    const csv = `Statement of the account of somebody with a long name\nIBAN;DE12 3456\n\nDate;Text;Amount\n${lines}\n`;
    const output = await csvToPdf.run(
      { bytes: Buffer.from(csv), title: "", pageSetup: PLAIN_PAGE },
      AbortSignal.timeout(600_000),
    );
    assert.deepEqual(
      output.warnings.map(({ code, message }) => `${code} ${message.slice(0, 5)}`),
      ["head-guessed Row 3"],
    );
    const pdf = await bytesOf(output);
    const [first, ...others] = await pageTexts(pdf);
    assert.match(
      first ?? "",
      /^Statement of the account of somebody with a long name\s*IBAN\s*DE12 3456\s*Date\s*Text\s*Amount\s*01/,
    );
    assert.ok(others.length > 0 && others.every((page) => /^Date\s*Text\s*Amount\s*0/.test(page)));
    await withPdfJs(pdf, async (document) => {
      const tags = JSON.stringify(await (await document.getPage(1)).getStructTree()).match(/"T[HD]"/g) ?? [];
      assert.deepEqual(tags.slice(0, 10).join(), [...Array(6).fill('"TD"'), ...Array(3).fill('"TH"'), '"TD"'].join());
    });
  });

  test("has its first row as the head if the caller says so", async () => {
    const csv = "Statement\nDate;Text;Amount\n01.01.2026;Rent;-1,00\n02.01.2026;Rent;-2,00\n";
    const reading = { header: true };
    const source = { bytes: Buffer.from(csv), title: "", reading, pageSetup: PLAIN_PAGE };
    const { warnings } = await csvToPdf.run(source, AbortSignal.timeout(600_000));
    assert.ok(warnings.every(({ code }) => code !== "head-guessed"));
  });
});
