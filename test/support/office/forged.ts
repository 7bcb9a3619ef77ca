import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { docx, docxFiles, paragraph } from "./docx.ts";
import { xlsx, xlsxFiles } from "./xlsx.ts";

const MAIN = "word/document.xml";
const files = docxFiles(paragraph("Hello"));
const genuine = docx(paragraph("Hello"));

const changed = (of: Files, part: string, change: (text: string) => string): Buffer =>
  zip({ ...of, [part]: change(String(of[part])) });

/** The same document under another content type. */
const typed = (of: Files, from: string, to: string): Buffer =>
  changed(of, "[Content_Types].xml", (types) => types.replace(`application/vnd.${from}`, `application/vnd.${to}`));

const without = (...parts: readonly string[]): Buffer =>
  zip(Object.fromEntries(Object.entries(files).filter(([name]) => !parts.includes(name))));

/** The signature of a Compound File and one name of its directory. */
const compound = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(1016),
    Buffer.from(name, "utf16le"),
    Buffer.alloc(512),
  ]);

/** Sets a field of the named entry in the central directory of the archive. */
const patched = (archive: Buffer, name: string, field: number, value: number): Buffer => {
  const bytes = Buffer.from(archive);
  const at = bytes.lastIndexOf(name) - 46;
  if (field === 8 || field === 10) bytes.writeUInt16LE(value, at + field);
  else bytes.writeUInt32LE(value, at + field);
  return bytes;
};
const [FLAGS, METHOD, SIZE, OFFSET] = [8, 10, 24, 42];

const flipped = (bytes: Buffer, part: string): Buffer => {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(part) + part.length + 8;
  copy[at] = copy[at]! ^ 0xff;
  return copy;
};

/** Entries whose headers all point to the same bytes. */
const overlapping = (): Buffer => {
  const archive = zip({ ...files, "word/a.xml": deflateRawSync(Buffer.alloc(4096)), "word/b.xml": "<b/>" });
  const first = archive.readUInt32LE(archive.lastIndexOf("word/a.xml") - 46 + OFFSET);
  return patched(archive, "word/b.xml", OFFSET, first);
};

const WORD = "openxmlformats-officedocument.wordprocessingml.document.main+xml";
const SHEET = "openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const workbook = xlsxFiles([{ rows: [["Hello"]] }]);
const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${index}.txt`, "x"]));
const dtd = (text: string) => text.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>');

/** Files with the name of a Word document that are not one, by their fault, with the expected message. */
export const forgedWord: Readonly<Record<string, readonly [bytes: () => Buffer, reason: RegExp]>> = {
  "nothing at all": [() => Buffer.alloc(0), /is empty/],
  "a PDF": [() => Buffer.from("%PDF-1.7\n"), /is a PDF, not a Word document/],
  "an RTF": [() => Buffer.from("{\\rtf1 hi}"), /is an RTF document, not a Word document/],
  "an HTML page": [() => Buffer.from("<html>hi</html>"), /is not a Word document/],
  "any other ZIP archive": [() => zip({ "a.txt": "x" }), /not an Office document/],
  "a workbook": [() => xlsx([["Hello"]]), /is an Excel workbook .*, not a Word document/],
  "a presentation": [
    () => typed(files, WORD, "openxmlformats-officedocument.presentationml.presentation.main+xml"),
    /PowerPoint/,
  ],
  "a template": [
    () => typed(files, WORD, "openxmlformats-officedocument.wordprocessingml.template.main+xml"),
    /template/,
  ],
  "a macro-enabled document": [() => typed(files, WORD, "ms-word.document.macroEnabled.main+xml"), /macro-enabled/],
  "a document with a macro project": [() => zip({ ...files, "word/vbaProject.bin": "x" }), /contains macros/],
  "an old binary document": [() => compound("WordDocument"), /old binary format/],
  "half a document": [() => genuine.subarray(0, genuine.length >> 1), /is damaged/],
  "a document with a flipped bit": [() => flipped(genuine, MAIN), /is damaged/],
  "a document without its main part": [() => without(MAIN), /word\/document.xml is missing/],
  "a document without content types": [() => without("[Content_Types].xml"), /not an Office document/],
  "a document whose main part is something else": [
    () => zip({ ...files, [MAIN]: "<html/>" }),
    /has no document element/,
  ],
  "a document with an encrypted entry": [() => patched(genuine, MAIN, FLAGS, 1), /password-protected/],
  "a document packed in a strange way": [() => patched(genuine, MAIN, METHOD, 12), /method 12/],
  "a document with a DTD": [() => changed(files, MAIN, dtd), /type declaration in word\/document.xml/],
  "a document with a DTD behind long comments": [
    () => changed(files, MAIN, (text) => `<!--${randomBytes(20_000).toString("hex")}-->${dtd(text)}`),
    /type declaration/,
  ],
  "a document that leads out of itself": [() => zip({ ...files, "../../etc/passwd": "x" }), /is damaged/],
  "a document with a part twice": [() => zip({ ...files, "WORD/document.xml": "<a/>" }), /twice/],
  "a document of too many parts": [
    () => zip({ ...files, ...many }),
    /bomb, not a document: it has more than 10000 entries/,
  ],
  "a document that explodes": [
    () => zip({ ...files, "word/a.bin": Buffer.alloc(60_000_000) }),
    /bomb, not a document: .* times its size/,
  ],
  "a document that explodes and lies about it": [
    () => patched(zip({ ...files, "word/a.xml": Buffer.alloc(60_000_000, "<a>") }), "word/a.xml", SIZE, 1000),
    /is damaged/,
  ],
  "a document whose entries overlap": [overlapping, /bomb, not a document: .* overlaps/],
};

/** The same for workbooks, if they differ. */
export const forgedExcel: Readonly<Record<string, readonly [bytes: () => Buffer, reason: RegExp]>> = {
  "a Word document": [() => genuine, /is a Word document .*, not an Excel workbook/],
  "a macro-enabled workbook": [() => typed(workbook, SHEET, "ms-excel.sheet.macroEnabled.main+xml"), /macro-enabled/],
  "a binary workbook": [() => typed(workbook, SHEET, "ms-excel.sheet.binary.macroEnabled.main"), /binary/],
  "a workbook with a macro sheet": [
    () =>
      zip(
        xlsxFiles([{ rows: [["x"]] }], {
          parts: { "xl/macrosheets/sheet1.xml": "<xm:macrosheet/>" },
          types: { "xl/macrosheets/sheet1.xml": "ms-excel.macrosheet+xml" },
        }),
      ),
    /contains macros/,
  ],
  "a workbook of the old format": [() => compound("Workbook"), /old binary format/],
};
