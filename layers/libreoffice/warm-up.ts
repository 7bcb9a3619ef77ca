import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zip } from "./zip.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument";

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relationships = (...all: string[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
const types = (parts: Readonly<Record<string, string>>) =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
    parts,
  )
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`)
    .join("")}</Types>`;

const run = (text: string, look = "") => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (runs: string, style = "") =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr>${runs}</w:p>`;
const face = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;
const footer = `<w:ftr ${W}>${paragraph('<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>')}</w:ftr>`;
const styles = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/></w:rPr></w:style></w:styles>`;
const section =
  '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';

/**
 * A Word document with the parts that most documents have: several fonts, a heading, a table, a footer with the page number.
 */
const word = zip({
  "[Content_Types].xml": types({
    "word/document.xml": "wordprocessingml.document.main",
    "word/styles.xml": "wordprocessingml.styles",
    "word/footer1.xml": "wordprocessingml.footer",
  }),
  "_rels/.rels": relationships(relationship("rId1", "officeDocument", "word/document.xml")),
  "word/_rels/document.xml.rels": relationships(
    relationship("rId1", "styles", "styles.xml"),
    relationship("rId2", "footer", "footer1.xml"),
  ),
  "word/document.xml": `<w:document ${W}><w:body>${paragraph(run("Heading"), "Heading1")}${[
    "Calibri",
    "Arial",
    "Times New Roman",
    "Cambria",
    "Courier New",
  ]
    .map((name) => paragraph(run("Text", face(name)) + run("Text", `${face(name)}<w:b/><w:i/>`)))
    .join(
      "",
    )}<w:tbl><w:tr><w:tc>${paragraph(run("Cell"))}</w:tc></w:tr></w:tbl>${paragraph("")}${section}</w:body></w:document>`,
  "word/styles.xml": styles,
  "word/footer1.xml": footer,
});

const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`;

/** A workbook with the parts that most workbooks have: text, numbers, a formula. */
const excel = zip({
  "[Content_Types].xml": types({
    "xl/workbook.xml": "spreadsheetml.sheet.main",
    "xl/worksheets/sheet1.xml": "spreadsheetml.worksheet",
  }),
  "_rels/.rels": relationships(relationship("rId1", "officeDocument", "xl/workbook.xml")),
  "xl/_rels/workbook.xml.rels": relationships(relationship("rId1", "worksheet", "worksheets/sheet1.xml")),
  "xl/workbook.xml": `<workbook ${S}><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/worksheets/sheet1.xml": `<worksheet ${S}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Text</t></is></c><c r="B1"><v>1.5</v></c><c r="C1"><f>SUM(B1:B1)</f><v>1.5</v></c></row></sheetData></worksheet>`,
});

const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;
const textBox = (id: number, holder: string, text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr/><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="${id}00000"/><a:ext cx="7000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const shapes = (content: string) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${content}</p:spTree></p:cSld>`;
const COLOUR_MAP =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** A presentation with a title and a text on a slide, which has a layout and a master. */
const powerpoint = zip({
  "[Content_Types].xml": types({
    "ppt/presentation.xml": "presentationml.presentation.main",
    "ppt/slides/slide1.xml": "presentationml.slide",
    "ppt/slideLayouts/slideLayout1.xml": "presentationml.slideLayout",
    "ppt/slideMasters/slideMaster1.xml": "presentationml.slideMaster",
  }),
  "_rels/.rels": relationships(relationship("rId1", "officeDocument", "ppt/presentation.xml")),
  "ppt/_rels/presentation.xml.rels": relationships(
    relationship("rId1", "slideMaster", "slideMasters/slideMaster1.xml"),
    relationship("rId2", "slide", "slides/slide1.xml"),
  ),
  "ppt/presentation.xml": `<p:presentation ${P}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
  "ppt/slides/_rels/slide1.xml.rels": relationships(
    relationship("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"),
  ),
  "ppt/slides/slide1.xml": `<p:sld ${P}>${shapes(textBox(2, '<p:ph type="title"/>', "Title") + textBox(9, "", "Text"))}</p:sld>`,
  "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships(
    relationship("rId1", "slideMaster", "../slideMasters/slideMaster1.xml"),
  ),
  "ppt/slideLayouts/slideLayout1.xml": `<p:sldLayout ${P} type="titleOnly">${shapes(textBox(2, '<p:ph type="title"/>', "Title"))}</p:sldLayout>`,
  "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships(
    relationship("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"),
  ),
  "ppt/slideMasters/slideMaster1.xml": `<p:sldMaster ${P}>${shapes(textBox(2, '<p:ph type="title"/>', "Title"))}${COLOUR_MAP}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
});

/** Writes the warm-up documents of a zygote: `warm-up.docx`, `warm-up.xlsx` and `warm-up.pptx`. */
export const writeWarmUp = async (folder: string): Promise<void> => {
  await writeFile(join(folder, "warm-up.docx"), word);
  await writeFile(join(folder, "warm-up.xlsx"), excel);
  await writeFile(join(folder, "warm-up.pptx"), powerpoint);
};
