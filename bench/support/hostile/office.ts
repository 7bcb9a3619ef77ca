import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { docx, docxFiles, paragraph } from "../../../test/support/office/docx.ts";
import { xlsx, xlsxFiles } from "../../../test/support/office/xlsx.ts";
import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const withPart = (files: Files, name: string, change: (part: string) => string): Buffer =>
  zip({ ...files, [name]: change(String(files[name])) });

const word = (change: (part: string) => string, part = "word/document.xml"): Buffer =>
  withPart(docxFiles(paragraph("x")), part, change);

const excel = (change: (part: string) => string, part = "xl/worksheets/sheet1.xml"): Buffer =>
  withPart(xlsxFiles([{ rows: [[1]] }]), part, change);

const wordWith = (type: string, part: string): Buffer =>
  docx(paragraph("x"), {
    related: [{ id: "rId10", type, target: `${type}.xml` }],
    parts: { [`word/${type}.xml`]: part },
    types: { [`word/${type}.xml`]: `openxmlformats-officedocument.wordprocessingml.${type}+xml` },
  });

const SYMBOL_RUN = `<w:r><w:rPr>${filled("<w:b/>", 20_000)}</w:rPr><w:t>${filled("a\u{1f600}", 40_000)}</w:t></w:r>`;

const WORD: Readonly<Record<string, () => Buffer>> = {
  "a tag of 40,000 letters": () => word((xml) => xml.replace("<w:body>", `<w:body><${"a".repeat(40_000)}>`)),
  "a content type of a million letters": () =>
    word((xml) => xml.replace("<Override ", `<Override ${"a".repeat(MEGABYTE)} `), "[Content_Types].xml"),
  "attributes without values": () =>
    word((xml) => xml.replace("<Override ", `<Override ${filled("a ")}`), "[Content_Types].xml"),
  "relationships of a million letters": () =>
    word((xml) => xml.replace("<Relationship ", `<Relationship ${"a.".repeat(MEGABYTE / 2)} `), "_rels/.rels"),
  "comments before the root": () => word((xml) => filled("<!---->", 10 * MEGABYTE) + xml),
  "instructions that do not end": () => word((xml) => filled("<?a") + xml),
  "runs of symbols": () => docx(`<w:p>${SYMBOL_RUN.repeat(20)}</w:p>`),
  "properties that do not end": () => word((xml) => xml.replace("<w:p>", `<w:p><w:r>${filled("<w:rPr>")}`)),
  "nested tables": () =>
    word((xml) => xml.replace("<w:body>", `<w:body>${filled("<w:tbl><w:tr><w:tc>", 4 * MEGABYTE)}`)),
  "a table of 100,000 columns": () =>
    docx(
      `<w:tbl><w:tblGrid>${filled('<w:gridCol w:w="9"/>', 2 * MEGABYTE)}</w:tblGrid>${'<w:tr><w:tc><w:tcPr><w:tcW w:w="9" w:type="dxa"/><w:gridSpan w:val="100000"/></w:tcPr><w:p/></w:tc></w:tr>'.repeat(1000)}</w:tbl>`,
    ),
  "fields that do not end": () =>
    docx(`<w:p><w:r>${filled('<w:fldChar w:fldCharType="begin"/>', 4 * MEGABYTE)}</w:r></w:p>`),
  "text boxes that do not end": () =>
    word((xml) => xml.replace("<w:p>", `<w:p>${filled("<w:txbxContent><w:sdt>", 4 * MEGABYTE)}`)),
  "styles with a theme": () =>
    wordWith(
      "styles",
      `<w:styles>${filled('<w:style w:default="1"><w:rFonts w:asciiTheme="majorHAnsi"/></w:style>', 4 * MEGABYTE)}</w:styles>`,
    ),
  "fonts that do not end": () =>
    wordWith("fontTable", `<w:fonts>${filled("<w:font><w:family>", 4 * MEGABYTE)}</w:fonts>`),
  "ends of font tables": () => wordWith("fontTable", filled("</w:fonts>", 4 * MEGABYTE)),
  "a paragraph of 900,000 letters": () => docx(paragraph("a".repeat(900_000))),
  "parts that unpack to 1 GB": () =>
    zip({
      ...docxFiles(paragraph("x")),
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`word/media/${at}.bin`, Buffer.alloc(50 * MEGABYTE)]),
      ),
    }),
  "9,000 entries": () =>
    zip({
      ...docxFiles(paragraph("x")),
      ...Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`x/${at}.xml`, "<a/>"])),
    }),
  "200 MB of blanks": () => word((xml) => xml.replace("<w:body>", `<w:body>${" ".repeat(190 * MEGABYTE)}`)),
  "no ZIP archive": () => Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(MEGABYTE, "PK\x05\x06")]),
  "an old document": () => Buffer.concat([Buffer.from("\xd0\xcf\x11\xe0", "latin1"), Buffer.alloc(MEGABYTE)]),
};

const EXCEL: Readonly<Record<string, () => Buffer>> = {
  "100,000 sheets of one part": () =>
    excel((xml) => xml.replace(/<sheet [^>]*>/, (sheet) => sheet.repeat(100_000)), "xl/workbook.xml"),
  "1,000 sheets of one part": () =>
    excel((xml) => xml.replace(/<sheet [^>]*>/, (sheet) => sheet.repeat(1000)), "xl/workbook.xml"),
  "a dimension of the whole sheet": () =>
    excel((xml) => xml.replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>')),
  "cells at the sheet's corners": () =>
    xlsx([[{ xml: '<c r="XFD1"><v>1</v></c>' }], [{ xml: '<c r="A1048576"><v>1</v></c>' }]]),
  "merged cells of the whole sheet": () =>
    xlsx([[1]], { after: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>` }),
  "cells that do not end": () =>
    excel((xml) => xml.replace("<sheetData>", `<sheetData>${filled("<row><c><f>", 4 * MEGABYTE)}`)),
  "formulas of brackets": () => xlsx([[{ xml: `<c><f>${filled("a[", 200_000)}</f></c>` }]]),
  "formulas with open quotes": () => xlsx([[{ xml: `<c><f>${filled("'", 200_001)}[a]</f></c>` }]]),
  "attributes of cells": () => xlsx([[{ xml: `<c ${filled('r="', 400_000)}"><f>1</f></c>` }]]),
  "sparklines that do not end": () =>
    xlsx([[1]], { after: `<extLst>${filled("<sparklineGroup><f>", 2 * MEGABYTE)}</extLst>` }),
  "errors without text": () => xlsx([[{ xml: filled('<c t="e"><v>', 2 * MEGABYTE) }]]),
  "a million cells": () => xlsx([[{ xml: filled("<c><v>1</v></c>", 15 * MEGABYTE) }]]),
  "180 MB of one row": () => xlsx([[{ xml: filled("<c/>", 180 * MEGABYTE) }]]),
};

const request = (kind: string, name: string, make: () => Buffer): HostileInput => ({
  name: `${kind}: ${name}`,
  path: `/v1/convert/${kind}-to-pdf`,
  type: FORM_TYPE,
  body: () => multipart([{ name: "file", value: make() }]),
});

/** Office documents that take long to check, to prepare or to convert. */
export const hostileOffice: readonly HostileInput[] = [
  ...Object.entries(WORD).map(([name, make]) => request("word", name, make)),
  ...Object.entries(EXCEL).map(([name, make]) => request("excel", name, make)),
];
