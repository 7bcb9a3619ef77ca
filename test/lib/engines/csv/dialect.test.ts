import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { dialectOf, type TableReading } from "../../../../lib/engines/csv/dialect.ts";
import { rowsOf } from "../../../support/csv-rows.ts";

const isClose = (text: string, given: TableReading = {}) => dialectOf(Buffer.from(text), given).isClose;

suite("a table is read", () => {
  for (const [what, text, expected] of [
    [
      "with spaces in its head alone",
      "Year, Q1, Q2\n2024,10,20\n",
      [
        ["Year", " Q1", " Q2"],
        ["2024", "10", "20"],
      ],
    ],
    [
      "with a blank cell in its head",
      "a,  ,e\n1,2,3\n",
      [
        ["a", "  ", "e"],
        ["1", "2", "3"],
      ],
    ],
    [
      "with commas before spaces, one of them in a text",
      "Name, City, Note\nAnn, Rome, ok\nBob, Paris, fine, thanks\nEve, Bonn, -\n",
      [
        ["Name", " City", " Note"],
        ["Ann", " Rome", " ok"],
        ["Bob", " Paris", " fine", " thanks"],
        ["Eve", " Bonn", " -"],
      ],
    ],
    [
      "with quotes after a delimiter and a space",
      'Name, Street, City\nAnn, "1 Main St, Apt 2", Rome\nBob,  "2 High St, ""B""", Paris\n',
      [
        ["Name", "Street", "City"],
        ["Ann", "1 Main St, Apt 2", "Rome"],
        ["Bob", '2 High St, "B"', "Paris"],
      ],
    ],
    [
      "with line breaks in cells that are quoted after a space",
      '"Parrot", 2.99, "On a perch!"\n"Frog", 1.49, "Without the bones, it would\nnot be crunchy."\n',
      [
        ["Parrot", "2.99", "On a perch!"],
        ["Frog", "1.49", "Without the bones, it would\nnot be crunchy."],
      ],
    ],
    [
      "below one line of a bank",
      "Account statement 12345\nDate,Text,Amount\n2026-01-02,Rent,-900.00\n2026-01-03,Salary,2500.00\n",
      [
        ["Account statement 12345"],
        ["Date", "Text", "Amount"],
        ["2026-01-02", "Rent", "-900.00"],
        ["2026-01-03", "Salary", "2500.00"],
      ],
    ],
    [
      "of two columns below one line of a bank",
      "Transactions as of 09/26/2026\nDate,Amount\n01/02/2026,5.00\n01/03/2026,6.00\n",
      [["Transactions as of 09/26/2026"], ["Date", "Amount"], ["01/02/2026", "5.00"], ["01/03/2026", "6.00"]],
    ],
    [
      "below several lines of a bank",
      "Statement\nIBAN DE12\n1.1.-31.1.\n\nDate;Text;Amount\n2.1.;Rent;-900,00\n3.1.;Salary;2500,00\n4.1.;Food;-2,5\n",
      [
        ["Statement"],
        ["IBAN DE12"],
        ["1.1.-31.1."],
        ["Date", "Text", "Amount"],
        ["2.1.", "Rent", "-900,00"],
        ["3.1.", "Salary", "2500,00"],
        ["4.1.", "Food", "-2,5"],
      ],
    ],
    [
      "with pipes and a formula in its head",
      "a|b|CAST(a AS DECIMAL(15, 4)) / CAST(b AS DECIMAL(15, 4))\n1.5|2.5|50.94\n",
      [
        ["a", "b", "CAST(a AS DECIMAL(15, 4)) / CAST(b AS DECIMAL(15, 4))"],
        ["1.5", "2.5", "50.94"],
      ],
    ],
    [
      "with escaped quotes and with backslashes that escape none",
      'id,text\n1,"a \\"b\\", c"\n2,"C:\\dir\\\\"\n3,"\\"x\\""\n',
      [
        ["id", "text"],
        ["1", 'a "b", c'],
        ["2", "C:\\dir\\\\"],
        ["3", '"x"'],
      ],
    ],
    [
      "with a backslash before the end of a quoted cell",
      'path,size\n"C:\\dir\\",1\n"C:\\new\\",2\n',
      [
        ["path", "size"],
        ["C:\\dir\\", "1"],
        ["C:\\new\\", "2"],
      ],
    ],
    [
      "with single quotes",
      "'a','b'\n'1,5','x'\n",
      [
        ["a", "b"],
        ["1,5", "x"],
      ],
    ],
    [
      "with apostrophes",
      "a,b\n'tis,'twas\n'90s,o'clock\n",
      [
        ["a", "b"],
        ["'tis", "'twas"],
        ["'90s", "o'clock"],
      ],
    ],
    [
      "as one column of texts",
      "Comment\nI like it, really\nyes, no\n",
      [["Comment"], ["I like it, really"], ["yes, no"]],
    ],
  ] as const) {
    test(what, async () => assert.deepEqual(await rowsOf(text), expected));
  }

  for (const [what, text, given, expected] of [
    [
      "delimiter",
      "a:b,c\n1:2,3\n",
      { delimiter: ":" },
      [
        ["a", "b,c"],
        ["1", "2,3"],
      ],
    ],
    [
      "quote",
      "a,b\n~1,5~,2\n",
      { quote: "~" },
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "lack of quotes",
      'a,b\n"1,2"\n',
      { quote: "" },
      [
        ["a", "b"],
        ['"1', '2"'],
      ],
    ],
    [
      "lines above it",
      'Un"titled\r\n"\r\na,b\r\n1,2\r\n',
      { skipLines: 2 },
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["lines above a declaration", "x\nsep=;\na;b\n", { skipLines: 1 }, [["a", "b"]]],
    ["delimiter against a declaration", "sep=;\na,b;c\n", { delimiter: "," }, [["a", "b;c"]]],
  ] as const) {
    test(`with the ${what} that the caller says`, async () => assert.deepEqual(await rowsOf(text, given), expected));
  }

  test("a quote that is never closed is reported with its line in the file", async () => {
    await assert.rejects(rowsOf('title\n\na;b\n1;"2\n', { skipLines: 2 }), { message: /line 4 / });
    await assert.rejects(rowsOf("a;b\n1;'2\n", { quote: "'" }), { message: /line 2 / });
  });
});

suite("a guess is close", () => {
  for (const [what, text] of [
    ["between two delimiters", "a,b;c\n1,2;3\n4,5;6\n"],
    ["between a delimiter and a decimal comma", "Salary, gross\n1234,56\n2345,67\n"],
    ["between a title and a column of texts", "Title\nfoo,bar\nbaz,qux\nquux,x\n"],
  ] as const) {
    test(what, () => assert.equal(isClose(text), true));
  }
  for (const [what, text, given] of [
    ["for a plain table", "a,b\n1,2\n"],
    ["for decimal commas", "a;b\n1,5;2,5\n3,5;4,5\n"],
    ["for one column of texts", "Names\nAnn, Rome\nBob, Paris\n"],
    ["for one column", "a\n1\n2\n"],
    ["for spaces after every delimiter", "Year, Q1, Q2\n2024, 10, 20\n"],
    ["for a delimiter that the caller says", "a,b;c\n1,2;3\n", { delimiter: "," }],
  ] as const) {
    test(`not ${what}`, () => assert.equal(isClose(text, given), false));
  }
});
