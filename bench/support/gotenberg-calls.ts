import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { hello, invoice } from "../../test/support/documents.ts";
import { report, hello as word, invoice as workbook } from "../../test/support/office/documents.ts";
import { xlsx } from "../../test/support/office/xlsx.ts";

/** The parts of a form: text, or files with their names. A string is JSON. */
export type Parts = string | FormParts;

type FormParts = readonly (readonly [name: string, value: string | File])[];

/** A call of Platen and the one of Gotenberg that does the same. */
export interface PeerCall {
  readonly name: string;
  readonly ours: { readonly path: string; readonly parts: Parts };
  readonly theirs: { readonly path: string; readonly parts: Parts };
  /** How many times faster it is to be, one at a time and for 20 clients. */
  readonly bars: readonly [alone: number, together: number];
}

const file = (bytes: Uint8Array | string, name: string): File => new File([bytes as Uint8Array<ArrayBuffer>], name);
const sample = (name: string): File => file(readFileSync(`samples/${name}`), name);

const html = (name: string, text: string, bars: PeerCall["bars"]): PeerCall => ({
  name,
  ours: { path: "/convert/html-to-pdf", parts: JSON.stringify({ html: text }) },
  theirs: { path: "/chromium/convert/html", parts: [["files", file(text, "index.html")]] },
  bars,
});

const office = (path: string, document: File, bars: PeerCall["bars"]): PeerCall => ({
  name: document.name,
  ours: { path: `/convert/${path}`, parts: [["file", document]] },
  theirs: { path: "/libreoffice/convert", parts: [["files", document]] },
  bars,
});

const PAGE = '<!doctype html><html><head><title>readme</title></head><body>{{ toHTML "readme.md" }}</body></html>';
const README = readFileSync("README.md");
const ROWS = Array.from({ length: 1000 }, (_, row) => Array.from({ length: 8 }, (__, cell) => row * 8 + cell));
const CSV = ROWS.map((row) => row.join(",")).join("\n");
const PHOTOS = Array.from({ length: 10 }, (_, at) => file(readFileSync("samples/photo.jpg"), `${at}.jpg`));

/** An operation on a PDF, which is to be no slower. */
const editing = (path: string, own: FormParts, route: string, their: FormParts): PeerCall => ({
  name: path,
  ours: { path: `/pdf/${path}`, parts: own },
  theirs: { path: `/pdfengines/${route}`, parts: their },
  bars: [1, 1],
});

const LETTER = sample("letter.pdf");
const ANNEX = sample("annex.pdf");
const FORM = sample("form.pdf");
const TWO_FILES: FormParts = [
  ["files", LETTER],
  ["files", ANNEX],
];
const one = (field: string, document: File): FormParts => [[field, document]];

/** What both do, with documents of the project. */
export const PEER_CALLS: readonly PeerCall[] = [
  html("hello.html", hello, [8, 9]),
  html("invoice.html", invoice(), [2, 4.5]),
  {
    name: "readme.md",
    ours: { path: "/convert/markdown-to-pdf", parts: [["file", file(README, "readme.md")]] },
    theirs: {
      path: "/chromium/convert/markdown",
      parts: [
        ["files", file(PAGE, "index.html")],
        ["files", file(README, "readme.md")],
      ],
    },
    bars: [2, 6],
  },
  office("word-to-pdf", file(word, "hello.docx"), [2, 3]),
  office("word-to-pdf", file(report, "report.docx"), [3.5, 3]),
  office("excel-to-pdf", file(workbook, "invoice.xlsx"), [2, 3]),
  office("excel-to-pdf", file(xlsx(ROWS), "table.xlsx"), [3.5, 3]),
  office("csv-to-pdf", file(CSV, "table.csv"), [2, 3]),
  {
    name: "10 photos",
    ours: { path: "/convert/image-to-pdf", parts: PHOTOS.map((photo) => ["files", photo]) },
    theirs: {
      path: "/libreoffice/convert",
      parts: [["merge", "true"], ...PHOTOS.map((photo) => ["files", photo] as const)],
    },
    bars: [3, 5],
  },
  {
    name: "merge",
    ours: { path: "/pdf/merge", parts: TWO_FILES },
    theirs: { path: "/pdfengines/merge", parts: TWO_FILES },
    bars: [2, 3],
  },
  editing("split", [...one("file", ANNEX), ["every", "1"]], "split", [
    ...one("files", ANNEX),
    ["splitMode", "intervals"],
    ["splitSpan", "1"],
  ]),
  editing("pages/rotate", [...one("file", ANNEX), ["angle", "90"]], "rotate", [
    ...one("files", ANNEX),
    ["rotateAngle", "90"],
  ]),
  editing("stamp", [...one("file", ANNEX), ["text", "DRAFT"]], "stamp", [
    ...one("files", ANNEX),
    ["stampSource", "text"],
    ["stampExpression", "DRAFT"],
  ]),
  editing("protect", [...one("file", ANNEX), ["userPassword", "sesame"]], "encrypt", [
    ...one("files", ANNEX),
    ["userPassword", "sesame"],
  ]),
  editing("flatten", one("file", FORM), "flatten", one("files", FORM)),
];

/** Office documents of others: each is to be 3 times as fast one at a time, and 5 times for 20 clients. */
export const documentCall = (path: string): PeerCall =>
  office("office-to-pdf", file(readFileSync(path), `document${extname(basename(path))}`), [3, 5]);
