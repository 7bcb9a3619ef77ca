import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { excelToPdf } from "../../../lib/engines/excel-to-pdf.ts";
import { noOffice, printExcel } from "../../support/office/engine.ts";
import { type Cell, column, type SheetParts, xlsx, xlsxFiles } from "../../support/office/xlsx.ts";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";
import { zygoteOf } from "../../support/processes.ts";

after(stopEngines);

const text = async (bytes: Buffer) => (await textOf(await printExcel(bytes))).replace(/\s+/g, " ").trim();
const sizes = async (bytes: Buffer) =>
  (await readPages(await printExcel(bytes))).map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`);

const row = (length: number): Cell[] => Array.from({ length }, (_, index) => `Column ${column(index)}`);
const WIDE = { before: '<cols><col min="1" max="60" width="13" customWidth="1"/></cols>' };
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const A4 = "595×842";
const A4_TURNED = "842×595";

suite("excel-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints a sheet on its paper size, or on A4 if it has none", async () => {
    assert.match(excelToPdf.name, /^libreoffice\/25\.2\.\d+$/);
    assert.deepEqual(await sizes(xlsx([["x"]])), [A4]);
    assert.deepEqual(await sizes(xlsx([["x"]], { after: '<pageSetup orientation="landscape"/>' })), [A4_TURNED]);
    assert.deepEqual(await sizes(xlsx([["x"]], { after: '<pageSetup paperSize="1"/>' })), ["612×792"]);
    assert.deepEqual(await sizes(xlsx([["x"]], { after: '<pageSetup paperSize="8"/>' })), ["842×1191"]);
  });

  test("prints no comments, even those that are always shown", async () => {
    const comments = `<comments ${MAIN}><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>a remark</t></text></comment></commentList></comments>`;
    const anchor = "<x:Anchor>1,15,0,2,3,15,4,4</x:Anchor><x:Row>0</x:Row><x:Column>0</x:Column><x:Visible/>";
    const drawn = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="s1" type="#_x0000_t202" style="width:96pt;height:55pt"><x:ClientData ObjectType="Note">${anchor}</x:ClientData></v:shape></xml>`;
    const bytes = xlsx(
      [["said"]],
      {
        after: '<legacyDrawing r:id="v"/>',
        related: [
          { id: "c", type: "comments", target: "../comments1.xml" },
          { id: "v", type: "vmlDrawing", target: "../drawings/vmlDrawing1.vml" },
        ],
      },
      {
        parts: { "xl/comments1.xml": comments, "xl/drawings/vmlDrawing1.vml": drawn },
        types: {
          "xl/comments1.xml": "openxmlformats-officedocument.spreadsheetml.comments+xml",
          "xl/drawings/vmlDrawing1.vml": "openxmlformats-officedocument.vmlDrawing",
        },
      },
    );
    assert.equal(await text(bytes), "said");
  });

  test("shrinks a sheet that is a little wider than the page", async () => {
    const pages = await readPages(await printExcel(xlsx([row(8), row(8)], WIDE)));
    assert.equal(pages.length, 1);
    assert.ok(pages[0]!.width < pages[0]!.height);
  });

  test("turns the page for a wider sheet and shrinks the sheet", async () => {
    const pages = await readPages(await printExcel(xlsx([row(16), row(16)], WIDE)));
    assert.equal(pages.length, 1);
    assert.ok(pages[0]!.width > pages[0]!.height);
    assert.match(pages[0]!.text, /Column A[\s\S]*Column P/);
  });

  test("prints a much wider sheet on several pages in legible size", async () => {
    const pages = await readPages(await printExcel(xlsx([row(60)], WIDE)));
    assert.ok(pages.length >= 2 && pages.length <= 4, `${pages.length} pages`);
    assert.ok(pages.every(({ words }) => words.every(({ size }) => size >= 4.5)));
    const all = pages.map((page) => page.text).join(" ");
    for (const name of ["Column A", "Column AD", "Column BH"]) assert.ok(all.includes(name));
  });

  test("keeps the scale that a sheet sets", async () => {
    const scaled = { ...WIDE, after: '<pageSetup paperSize="9" scale="50"/>' };
    assert.deepEqual(new Set(await sizes(xlsx([row(16)], scaled))), new Set([A4]));
    const fitted: SheetParts = {
      rows: Array.from({ length: 120 }, () => row(3)),
      before: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
      after: '<pageSetup paperSize="9" fitToWidth="1" fitToHeight="1"/>',
    };
    assert.equal((await sizes(zip(xlsxFiles([fitted])))).length, 1);
  });

  test("leaves out hidden sheets, rows and columns", async () => {
    const shown: SheetParts = {
      rows: [["visible", "secret column"], [{ xml: "" }]],
      before: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>',
    };
    const files = xlsxFiles([shown, { rows: [["secret sheet"]], attributes: 'state="hidden"' }]);
    const part = "xl/worksheets/sheet1.xml";
    const hiddenRow = '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>secret row</t></is></c></row>';
    const patched = { ...files, [part]: String(files[part]).replace('<row r="2"></row>', hiddenRow) };
    assert.equal(await text(zip(patched)), "visible");
  });

  test("prints the print area, print titles, page breaks, header and footer", async () => {
    const rows = Array.from({ length: 6 }, (_, index) => [index === 0 ? "Title" : `Row ${index}`, "outside"]);
    const sheet: SheetParts = {
      rows,
      after:
        "<headerFooter><oddHeader>&amp;CThe head</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter>" +
        '<rowBreaks count="1" manualBreakCount="1"><brk id="3" max="16383" man="1"/></rowBreaks>',
    };
    const names =
      '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$A$1:$A$6</definedName>' +
      '<definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$1:$1</definedName></definedNames>';
    const pages = await readPages(await printExcel(zip(xlsxFiles([sheet], { workbook: names }))));
    const texts = pages.map((page) => page.text.replace(/\s+/g, " ").trim());
    assert.equal(pages.length, 2);
    for (const [index, found] of texts.entries()) {
      assert.match(found, /The head/);
      assert.match(found, /Title/);
      assert.match(found, new RegExp(`Page ${index + 1} of 2`));
      assert.doesNotMatch(found, /outside/);
    }
    assert.match(texts[1]!, /Row 5/);
  });

  test("prints dates, numbers and formulas in their number formats", async () => {
    const styles =
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-1]"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>';
    const rows: Cell[][] = [
      [{ xml: '<c r="A1" s="1"><v>45658</v></c>' }],
      [{ xml: '<c r="A2" s="2"><v>1234.5</v></c>' }],
      [{ xml: '<c r="A3" s="3"><f>1/4</f><v>0.25</v></c>' }],
    ];
    const beside = {
      parts: { "xl/styles.xml": styles },
      types: { "xl/styles.xml": "openxmlformats-officedocument.spreadsheetml.styles+xml" },
      related: [{ id: "rId90", type: "styles", target: "styles.xml" }],
    };
    const wide = { before: '<cols><col min="1" max="1" width="20" customWidth="1"/></cols>' };
    assert.equal(await text(xlsx(rows, wide, beside)), "2025-01-01 1,234.50 € 25.00%");
  });

  test("refuses a workbook of 20,001 sheets before LibreOffice opens it", async () => {
    const files = xlsxFiles([{ rows: [["x"]] }]);
    const more = Array.from({ length: 20_000 }, (_, at) => `<sheet name="S${at}" sheetId="${at + 2}" state="hidden"/>`);
    const workbook = String(files["xl/workbook.xml"]).replace("</sheets>", `${more.join("")}</sheets>`);
    const many = zip({ ...files, "xl/workbook.xml": workbook });
    await printExcel(xlsx([["x"]]));
    const zygote = zygoteOf();
    await assert.rejects(printExcel(many), { code: "PROCESSING_FAILED", message: /20,001 sheets: more than 2,000/ });
    assert.equal(zygoteOf(), zygote);
  });

  test("refuses a workbook whose cells cannot be printed by the deadline", async () => {
    const cells = Array.from({ length: 1000 }, () => `<c><v>${Math.random()}</v></c>`);
    const line = `<row>${cells.join("")}</row>`;
    const files = xlsxFiles([{ rows: [["x"]] }]);
    const part = "xl/worksheets/sheet1.xml";
    const huge = { ...files, [part]: String(files[part]).replace("<sheetData>", `<sheetData>${line.repeat(4100)}`) };
    await assert.rejects(printExcel(zip(huge)), {
      code: "PROCESSING_FAILED",
      message: /^The workbook has 4,100,001 cells/,
    });
  });
});
