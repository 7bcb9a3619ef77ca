import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { RELATIONS, relationships } from "../../../support/office/parts.ts";
import { xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SPREADSHEET = "openxmlformats-officedocument.spreadsheetml";

const printed = async (bytes: Buffer) => {
  const output = await excelToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const [page] = await readPages(await bytesOf(output));
  return { text: page!.text.replace(/\s+/g, " ").trim(), warnings: output.warnings };
};

suite("excel-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("prints the stored cells of a pivot table", async () => {
    const pivot =
      `<pivotTableDefinition xmlns="${MAIN}" name="P" cacheId="1" dataCaption="Values"><location ref="A1:B3" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>` +
      '<pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="2"><item x="0"/><item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/></pivotFields>' +
      '<rowFields count="1"><field x="0"/></rowFields><rowItems count="2"><i><x/></i><i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems><dataFields count="1"><dataField name="Sum" fld="1" baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>';
    const cache =
      `<pivotCacheDefinition xmlns="${MAIN}" refreshOnLoad="1" recordCount="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Sheet2"/></cacheSource>` +
      '<cacheFields count="2"><cacheField name="Name"><sharedItems count="1"><s v="new"/></sharedItems></cacheField><cacheField name="Count"><sharedItems containsNumber="1" minValue="5" maxValue="5"/></cacheField></cacheFields></pivotCacheDefinition>';
    const files = xlsxFiles(
      [
        {
          rows: [
            ["stored head", "stored sum"],
            ["stored name", 815],
            ["stored total", 4711],
          ],
          before: '<cols><col min="1" max="2" width="20" customWidth="1"/></cols>',
          related: [{ id: "p1", type: "pivotTable", target: "../pivotTables/pivotTable1.xml" }],
        },
        {
          rows: [
            ["Name", "Count"],
            ["new", 5],
          ],
          attributes: 'state="hidden"',
        },
      ],
      {
        workbook: '<pivotCaches><pivotCache cacheId="1" r:id="c1"/></pivotCaches>',
        related: [{ id: "c1", type: "pivotCacheDefinition", target: "pivotCache/pivotCacheDefinition1.xml" }],
        parts: {
          "xl/pivotTables/pivotTable1.xml": pivot,
          "xl/pivotTables/_rels/pivotTable1.xml.rels": relationships([
            { id: "rId1", type: "pivotCacheDefinition", target: "../pivotCache/pivotCacheDefinition1.xml" },
          ]),
          "xl/pivotCache/pivotCacheDefinition1.xml": cache,
        },
        types: {
          "xl/pivotTables/pivotTable1.xml": `${SPREADSHEET}.pivotTable+xml`,
          "xl/pivotCache/pivotCacheDefinition1.xml": `${SPREADSHEET}.pivotCacheDefinition+xml`,
        },
      },
    );
    const { text } = await printed(zip(files));
    assert.equal(text, "stored head stored sum stored name 815 stored total 4711");
  });

  test("warns that charts of newer kinds are left out", async () => {
    const XDR = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing";
    const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
    const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
    const CX = "http://schemas.microsoft.com/office/drawing/2014/chartex";
    const CX1 = "http://schemas.microsoft.com/office/drawing/2015/9/8/chartex";
    const frame =
      '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>' +
      `<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CX}"><cx:chart xmlns:cx="${CX}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
    const place = (name: string, cell: number) =>
      `<xdr:${name}><xdr:col>${cell}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${cell}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
    const drawing =
      `<xdr:wsDr xmlns:xdr="${XDR}" xmlns:a="${A}" xmlns:r="${RELATIONS}"><xdr:twoCellAnchor>${place("from", 2)}${place("to", 6)}` +
      `<mc:AlternateContent xmlns:mc="${MC}"><mc:Choice xmlns:cx1="${CX1}" Requires="cx1">${frame}</mc:Choice></mc:AlternateContent><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
    const { text, warnings } = await printed(
      xlsx(
        [["beside"]],
        { after: '<drawing r:id="d"/>', related: [{ id: "d", type: "drawing", target: "../drawings/drawing1.xml" }] },
        {
          parts: {
            "xl/drawings/drawing1.xml": drawing,
            "xl/drawings/_rels/drawing1.xml.rels": relationships([
              { id: "rId1", type: "chartEx", target: "../charts/chartEx1.xml" },
            ]),
            "xl/charts/chartEx1.xml": `<cx:chartSpace xmlns:cx="${CX}"><cx:chart/></cx:chartSpace>`,
          },
          types: {
            "xl/drawings/drawing1.xml": "openxmlformats-officedocument.drawing+xml",
            "xl/charts/chartEx1.xml": "ms-office.chartex+xml",
          },
        },
      ),
    );
    assert.equal(text, "beside");
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [["chart-left-out", "sheet 1"]],
    );
  });

  test("warns that pictures in cells and in headers are left out", async () => {
    const RICH = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata";
    const structures = `<rvStructures xmlns="${RICH}" count="1"><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/></s></rvStructures>`;
    const { warnings } = await printed(
      xlsx(
        [[{ xml: '<c r="A1" t="e" vm="1"><v>#VALUE!</v></c>' }]],
        {
          after: '<headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter><legacyDrawingHF r:id="h"/>',
          related: [{ id: "h", type: "vmlDrawing", target: "../drawings/vmlDrawing1.vml" }],
        },
        {
          related: [{ id: "r", type: "rdRichValueStructure", target: "richData/rdrichvaluestructure.xml" }],
          parts: { "xl/richData/rdrichvaluestructure.xml": structures, "xl/drawings/vmlDrawing1.vml": "<xml/>" },
          types: {
            "xl/richData/rdrichvaluestructure.xml": "ms-excel.rdrichvaluestructure+xml",
            "xl/drawings/vmlDrawing1.vml": "openxmlformats-officedocument.vmlDrawing",
          },
        },
      ),
    );
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [
        ["picture-left-out", "sheet 1"],
        ["picture-left-out", "sheet 1"],
      ],
    );
  });

  test("draws sparklines with a date axis at even steps, with a warning", async () => {
    const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
    const group =
      '<x14:sparklineGroup type="line" dateAxis="1"><x14:colorSeries rgb="FF11AA33"/><xm:f>Sheet1!A1:C1</xm:f>' +
      "<x14:sparklines><x14:sparkline><xm:f>Sheet1!A2:C2</xm:f><xm:sqref>D2</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup>";
    const after =
      `<extLst><ext xmlns:x14="${X14}" uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}">` +
      `<x14:sparklineGroups xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">${group}</x14:sparklineGroups></ext></extLst>`;
    const { text, warnings } = await printed(
      xlsx(
        [
          [45658, 45660, 45700],
          [3, 9, 1],
        ],
        { after },
      ),
    );
    assert.equal(text, "45658 45660 45700 3 9 1");
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [["sparkline-dates-left-out", "sheet 1"]],
    );
  });
});
