import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, list, PAGE, PAGES, packed } from "./file.ts";

const FILE_START = `%PDF-1.7\n1 0 obj${CATALOG}endobj\n2 0 obj${PAGES}endobj\n3 0 obj${PAGE}endobj\n`;
const withTail = (tail: (offset: number) => string): Buffer =>
  Buffer.from(FILE_START + tail(FILE_START.length), "latin1");
const row = (offset: number): string => `${String(offset).padStart(10, "0")} 00000 n \n`;

/** Files whose cross-reference does harm. */
export const indexBombs: Readonly<Record<string, () => Buffer>> = {
  "a table of 40,000 entries that lead to one run of white space": () =>
    withTail((at) => {
      const space = " ".repeat(200_000);
      const rows = list(40_000, () => row(at + 10));
      const start = at + space.length;
      return `${space}xref\n0 40000\n${rows}trailer<</Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
    }),
  "streams whose lengths lead to one run of white space": () => {
    const count = 14_000;
    const one = (index: number) => `${index + 4} 0 obj<</Length ${700_000}>>stream\n\nendstream endobj\n`;
    return withTail(() => `${list(count, one)}${" ".repeat(300_000)}trailer<</Root 1 0 R>>`);
  },
  "20,000 sections with /Prev": () =>
    withTail((at) => {
      let text = "";
      let last = 0;
      for (let section = 0; section < 20_000; section++) {
        const here = at + text.length;
        text += `xref\n0 0\ntrailer<</Root 1 0 R${last === 0 ? "" : `/Prev ${last}`}>>\n`;
        last = here;
      }
      return `${text}startxref\n${last}\n%%EOF`;
    }),
  "sections that are hybrids of each other": () =>
    withTail((at) => {
      let text = "";
      let last = 0;
      for (let section = 0; section < 18_000; section++) {
        const here = at + text.length;
        text += `xref\n0 0\ntrailer<</Root 1 0 R${last === 0 ? "" : `/XRefStm ${last}`}>>\n`;
        last = here;
      }
      return `${text}startxref\n${last}\n%%EOF`;
    }),
  "a section of a billion entries": () =>
    withTail((at) => `xref\n0 999999999\n${row(9).repeat(40_000)}trailer<</Root 1 0 R>>\nstartxref\n${at}\n%%EOF`),
  "empty sections": () =>
    withTail((at) => `xref\n${"0 0\n".repeat(240_000)}trailer<</Root 1 0 R>>\nstartxref\n${at}\n%%EOF`),
  "a cross-reference stream of empty rows": () =>
    withTail(
      (at) =>
        `4 0 obj${rawStream("x", "/Type/XRef/W[0 0 0]/Index[0 2000000000]/Root 1 0 R")}endobj startxref\n${at}\n%%EOF`,
    ),
  "a cross-reference stream of millions of rows": () =>
    withTail(
      (at) =>
        `4 0 obj${packed("\x01\x00\x00\x01", 90_000_000, "/Type/XRef/W[1 2 1]/Size 50000000/Root 1 0 R", 2)}endobj startxref\n${at}\n%%EOF`,
    ),
  "an /Index of a hundred thousand sections": () =>
    withTail(
      (at) =>
        `4 0 obj${rawStream("\x01\x00\x09", `/Type/XRef/W[1 1 1]/Index[${"0 0 ".repeat(200_000)}]/Root 1 0 R`)}endobj startxref\n${at}\n%%EOF`,
    ),
  "objects that are references to each other": () =>
    rawPdf([CATALOG, PAGES, PAGE, ...Array.from({ length: 20_000 }, (_, index) => `${index + 5} 0 R`)], "/Info 4 0 R"),
  "lengths that need each other": () =>
    rawPdf([
      CATALOG,
      PAGES,
      "<</Type/Page/Contents 4 0 R>>",
      ...Array.from({ length: 12_000 }, (_, index) => `<</Length ${index + 5} 0 R>>stream\nq\nendstream`),
    ]),
  "object numbers far apart": () =>
    Buffer.from(
      `${FILE_START}${list(30_000, (index) => `${index * 270 + 10} 0 obj null endobj\n`)}trailer<</Root 1 0 R>>`,
      "latin1",
    ),
  "a chain of object streams that extend each other": () =>
    Buffer.from(
      `${FILE_START}${list(9000, (index) => `${index + 4} 0 obj${rawStream("1 0", `/Type/ObjStm/N 1/First 3/Extends ${index + 5} 0 R`)}endobj\n`)}trailer<</Root 1 0 R>>`,
      "latin1",
    ),
};
