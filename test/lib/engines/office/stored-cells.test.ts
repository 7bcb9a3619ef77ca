import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { relationships } from "../../../support/office/parts.ts";
import { xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SPREADSHEET = "openxmlformats-officedocument.spreadsheetml";

const printed = async (bytes: Buffer) => {
  const output = await excelToPdf.run({ bytes }, AbortSignal.timeout(60_000));
  const [page] = await readPages(await bytesOf(output));
  return { text: page!.text.replace(/\s+/g, " ").trim(), warnings: output.warnings };
};

suite("a workbook's", { skip: noOffice, concurrency: 2 }, () => {
  test("pivot tables are printed as they were stored", async () => {
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

  test("sparklines are drawn with even steps where dates space them, which is told", async () => {
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
