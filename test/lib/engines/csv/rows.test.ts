import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { rowsOf } from "../../../support/csv-rows.ts";

suite("CSV is read", () => {
  for (const [what, text, expected] of [
    [
      "plainly",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with the delimiter that its first line declares",
      "\ufeffsep=;\r\na;b,c\r\n1;2,5\r\n",
      [
        ["a", "b,c"],
        ["1", "2,5"],
      ],
    ],
    [
      "with the delimiter that its first line declares in quotes",
      '"sep=;"\r\na;b,c\r\n1;2,5\r\n',
      [
        ["a", "b,c"],
        ["1", "2,5"],
      ],
    ],
    [
      "with decimal commas in more rows than semicolons",
      `a;b\n${"1,5;2,25\n".repeat(2)}`,
      [
        ["a", "b"],
        ["1,5", "2,25"],
        ["1,5", "2,25"],
      ],
    ],
    [
      "with commas in its head",
      "Name, Vorname;Ort\nMüller, Hans;Berlin\n",
      [
        ["Name, Vorname", "Ort"],
        ["Müller, Hans", "Berlin"],
      ],
    ],
    ["as one column if the head has no delimiter", "Name\nMüller, Hans\n", [["Name"], ["Müller, Hans"]]],
    [
      "below a title",
      "Umsätze, Girokonto\n\nDatum;Betrag;Text\n1.2.;1,50;a\n2.2.;2,50;b\n3.2.;3,50;c\n4.2.;4,50;d\n",
      [
        ["Umsätze, Girokonto"],
        ["Datum", "Betrag", "Text"],
        ["1.2.", "1,50", "a"],
        ["2.2.", "2,50", "b"],
        ["3.2.", "3,50", "c"],
        ["4.2.", "4,50", "d"],
      ],
    ],
    [
      "below comments",
      "# a list of universities\nrank,name,city\n1,Harvard,Cambridge\n",
      [["# a list of universities"], ["rank", "name", "city"], ["1", "Harvard", "Cambridge"]],
    ],
    [
      "without a last line end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with CRLF",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with CR alone",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with CRLF after the head alone",
      'a,b\r\n1,"2"\n3,4\n',
      [
        ["a", "b"],
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "with all line ends",
      'a,b\n1,"2\n"\r\n3,4\r5,6\r\n',
      [
        ["a", "b"],
        ["1", "2\n"],
        ["3", "4"],
        ["5", "6"],
      ],
    ],
    [
      "with semicolons",
      "a;b\n1,5;2\n",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "with tabs",
      "a\tb\n1,5\t2;3\n",
      [
        ["a", "b"],
        ["1,5", "2;3"],
      ],
    ],
    [
      "with pipes",
      "a|b\n1|2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with a byte order mark",
      "\ufeffa,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with quotes",
      '"a","b"\n"1,2","say ""hi"""\n',
      [
        ["a", "b"],
        ["1,2", 'say "hi"'],
      ],
    ],
    [
      "with line ends in cells",
      '"a\nb",c\n"1\r\n2",3\n',
      [
        ["a\nb", "c"],
        ["1\r\n2", "3"],
      ],
    ],
    [
      "with delimiters in quotes only",
      '"a;b;c",d\n"1;2;3",4\n',
      [
        ["a;b;c", "d"],
        ["1;2;3", "4"],
      ],
    ],
    [
      "with stray quotes",
      'a,b\n5" disc,2\n',
      [
        ["a", "b"],
        ['5" disc', "2"],
      ],
    ],
    [
      "with empty cells",
      "a,,c\n,,\n",
      [
        ["a", "", "c"],
        ["", "", ""],
      ],
    ],
    ["with ragged rows", "a,b\n1\n1,2,3\n", [["a", "b"], ["1"], ["1", "2", "3"]]],
    [
      "without blank lines",
      "a,b\n\n1,2\n\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["in one column", "a\n1\n2\n", [["a"], ["1"], ["2"]]],
    ["with what looks like formulas, as text", "a\n=1+1\n@SUM(A1)\n+2\n", [["a"], ["=1+1"], ["@SUM(A1)"], ["+2"]]],
  ] as const) {
    test(what, async () => assert.deepEqual(await rowsOf(text), expected));
  }

  for (const [what, text, line] of [
    ["in the first line", '"a,b\n1,2\n', 1],
    ["later", 'a,b\n1,2\n3,"x\n', 3],
    ["after closed ones", 'a,b\n"1\n2",3\n"4,5\n6\n', 4],
    ["far down", `a,b\n${"1,2\n".repeat(5000)}3,"x`, 5002],
  ] as const) {
    test(`a quote that is never closed is reported with the line where it opens: ${what}`, async () => {
      await assert.rejects(rowsOf(text), { code: "INVALID_REQUEST", message: new RegExp(`line ${line} `) });
    });
  }
});
