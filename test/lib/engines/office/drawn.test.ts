import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { CHARTS, chart, chartFrame, chartOf, DRAWINGS } from "../../../support/office/chart.ts";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printExcel, printWord } from "../../../support/office/engine.ts";
import { relationships } from "../../../support/office/parts.ts";
import { picture } from "../../../support/office/picture.ts";
import { type Cell, xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const onePage = async (pdf: Uint8Array) => {
  const pages = await readPages(pdf);
  assert.equal(pages.length, 1);
  return { ...pages[0]!, text: pages[0]!.text.replace(/\s+/g, " ").trim() };
};

/** The widths and heights of the pictures on the first page, in pixels. */
const picturesOf = (pdf: Uint8Array): Promise<string[]> =>
  withPdfJs(pdf, async (document) => {
    const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
    return fnArray.flatMap((code, index) =>
      code === OPS.paintImageXObject ? [`${argsArray[index][1]}×${argsArray[index][2]}`] : [],
    );
  });

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints a picture in its own pixels", async () => {
    const png = await sharp({ create: { width: 31, height: 17, channels: 3, background: "#d02030" } })
      .png()
      .toBuffer();
    const document = docx(paragraph("before") + picture("r:embed", "rId20") + paragraph("after"), {
      parts: { "word/media/red.png": png },
      related: [{ id: "rId20", type: "image", target: "media/red.png" }],
    });
    const pdf = await printWord(document);
    assert.deepEqual(await picturesOf(pdf), ["31×17"]);
    assert.equal((await onePage(pdf)).text, "before after");
  });

  test("prints a text box with its fill and its text", async () => {
    const box =
      '<w:p><w:r><w:pict><v:rect style="width:150pt;height:50pt" fillcolor="#20c040">' +
      `<v:textbox><w:txbxContent>${paragraph("in the box")}</w:txbxContent></v:textbox></v:rect></w:pict></w:r></w:p>`;
    const { text, fills } = await onePage(await printWord(docx(paragraph("beside it") + box)));
    assert.match(text, /in the box/);
    assert.match(text, /beside it/);
    assert.ok(fills.includes("#20c040"), fills.join());
  });

  test("charts are drawn, with their title, axes and bars", async () => {
    const document = docx(paragraph("above it") + chartFrame("rId20"), {
      parts: { "word/charts/chart1.xml": chart("1133AA") },
      types: { "word/charts/chart1.xml": CHARTS },
      related: [{ id: "rId20", type: "chart", target: "charts/chart1.xml" }],
    });
    const { text, fills } = await onePage(await printWord(document));
    for (const word of ["Sales of the year", "North", "South", "West"]) assert.ok(text.includes(word), text);
    assert.ok(fills.includes("#1133aa"), fills.join());
  });

  test("prints the stored table of contents, and updates other fields", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const contents =
      `${mark("begin")}<w:r><w:instrText> TOC \\o "1-3" \\h </w:instrText></w:r>${mark("separate")}` +
      `${run("The stored chapter")}<w:r><w:tab/></w:r>${run("47")}${mark("end")}`;
    const pages = '<w:fldSimple w:instr="NUMPAGES"><w:r><w:t>99</w:t></w:r></w:fldSimple>';
    const body = paragraph(contents) + paragraph("A chapter since renamed") + paragraph(`${run("Pages: ")}${pages}`);
    const { text } = await onePage(await printWord(docx(body)));
    assert.equal(text, "The stored chapter 47 A chapter since renamed Pages: 1");
  });
});

const drawing = `<xdr:wsDr xmlns:xdr="${DRAWINGS}/spreadsheetDrawing" xmlns:a="${DRAWINGS}/main"><xdr:twoCellAnchor>
<xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>5</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>
<xdr:to><xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>22</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>
<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="c"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>
<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGS}/chart">
${chartOf("rId1")}</a:graphicData></a:graphic></xdr:graphicFrame>
<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

const rows: Cell[][] = [
  ["North", 30],
  ["South", 10],
  ["West", 20],
];

suite("excel-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("charts are drawn, with their title, axes and bars", async () => {
    const sheet = {
      rows,
      after: '<drawing r:id="d1"/>',
      related: [{ id: "d1", type: "drawing", target: "../drawings/drawing1.xml" }],
    };
    const files = xlsxFiles([sheet], {
      parts: {
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": relationships([
          { id: "rId1", type: "chart", target: "../charts/chart1.xml" },
        ]),
        "xl/charts/chart1.xml": chart("AA3311"),
      },
      types: {
        "xl/drawings/drawing1.xml": "openxmlformats-officedocument.drawing+xml",
        "xl/charts/chart1.xml": CHARTS,
      },
    });
    const { text, fills } = await onePage(await printExcel(zip(files)));
    assert.match(text, /Sales of the year/);
    // Each name is in its cell and below the axis.
    for (const name of ["North", "South", "West"]) assert.equal(text.split(name).length - 1, 2, `${name} in ${text}`);
    assert.ok(fills.includes("#aa3311"), fills.join());
  });

  test("colours the cells that match a conditional format, and no others", async () => {
    const schema = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const styles =
      `<styleSheet xmlns="${schema}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
      '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf/></cellXfs><dxfs count="1"><dxf>' +
      '<font><color rgb="FFFFFFFF"/></font><fill><patternFill patternType="solid"><bgColor rgb="FF00B050"/></patternFill></fill></dxf></dxfs></styleSheet>';
    const rule = (least: number) => ({
      after: `<conditionalFormatting sqref="B1:B3"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>${least}</formula></cfRule></conditionalFormatting>`,
    });
    const beside = {
      parts: { "xl/styles.xml": styles },
      types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
      related: [{ id: "rId90", type: "styles", target: "styles.xml" }],
    };
    const greens = async (least: number) =>
      (await onePage(await printExcel(xlsx(rows, rule(least), beside)))).fills.filter((colour) => colour === "#00b050")
        .length;
    assert.equal(await greens(100), 0);
    assert.ok((await greens(25)) > 0);
  });
});
