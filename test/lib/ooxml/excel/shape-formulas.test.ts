import assert from "node:assert/strict";
import { after, test } from "node:test";
import { excelToPdf } from "../../../../lib/engines/excel-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { xlsx } from "../../../support/office/xlsx.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const SCHEMAS = "http://schemas.openxmlformats.org";

const shape = (text: string): string =>
  '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>' +
  '<xdr:spPr><a:xfrm><a:off x="0" y="400000"/><a:ext cx="2000000" cy="400000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>' +
  `<xdr:txBody><a:bodyPr/><a:p>${text}</a:p></xdr:txBody></xdr:sp>`;

const formula = `<a14:m><m:oMath xmlns:m="${SCHEMAS}/officeDocument/2006/math"><m:r><m:t>x=1</m:t></m:r></m:oMath></a14:m>`;

const drawing =
  `<xdr:wsDr xmlns:xdr="${SCHEMAS}/drawingml/2006/spreadsheetDrawing" xmlns:a="${SCHEMAS}/drawingml/2006/main" xmlns:mc="${SCHEMAS}/markup-compatibility/2006">` +
  "<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>" +
  "<xdr:to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>4</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><mc:AlternateContent>" +
  `<mc:Choice xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" Requires="a14">${shape(formula)}</mc:Choice>` +
  `<mc:Fallback>${shape("<a:r><a:t>plain formula</a:t></a:r>")}</mc:Fallback></mc:AlternateContent><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

test("excel-to-pdf prints a formula in a shape on one line, and says so", { skip: noOffice }, async () => {
  const bytes = xlsx(
    [["cell"]],
    { after: '<drawing r:id="d1"/>', related: [{ id: "d1", type: "drawing", target: "../drawings/drawing1.xml" }] },
    {
      parts: { "xl/drawings/drawing1.xml": drawing },
      types: { "xl/drawings/drawing1.xml": "openxmlformats-officedocument.drawing+xml" },
    },
  );
  const output = await excelToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  assert.deepEqual(
    output.warnings.map(({ code, place }) => [code, place]),
    [["formatting-simplified", "sheet 1"]],
  );
  assert.match(await textOf(await bytesOf(output)), /cell[\s\S]*plain formula/);
});
