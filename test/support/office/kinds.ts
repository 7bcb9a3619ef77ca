import { zip } from "../../../layers/libreoffice/zip.ts";

const NAMESPACES = ["office", "text", "table", "draw", "style"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** A document of OpenDocument in one XML file: its type such as `text`, and the content of its body. */
export const flatDocument = (type: string, content: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><office:document ${NAMESPACES} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:body><office:${type}>${content}</office:${type}></office:body></office:document>`,
  );

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.presentationml";
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;

/** A slide of a presentation. */
interface Slide {
  readonly text: string;
  readonly isHidden?: boolean;
  /** Whether its text appears with a click. */
  readonly isAnimated?: boolean;
  /** Makes the text a placeholder of this type, which has no place of its own. */
  readonly placeholder?: string;
}

const PLACE = '<a:xfrm><a:off x="900000" y="900000"/><a:ext cx="7000000" cy="900000"/></a:xfrm>';

const EFFECT =
  '<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst><p:seq concurrent="1" nextAc="seek"><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst><p:par><p:cTn id="3" fill="hold"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst><p:childTnLst><p:par><p:cTn id="4" fill="hold"><p:childTnLst><p:par><p:cTn id="5" presetID="1" presetClass="entr" fill="hold" nodeType="clickEffect"><p:childTnLst><p:set><p:cBhvr><p:cTn id="6" dur="1" fill="hold"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl><p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>';

const slideXml = ({ text, isHidden = false, isAnimated = false, placeholder }: Slide): string =>
  `<p:sld ${P}${isHidden ? ' show="0"' : ""}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr>${placeholder === undefined ? "" : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:spPr>${placeholder === undefined ? PLACE : ""}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>${isAnimated ? EFFECT : ""}</p:sld>`;

const relationships = (all: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;

/** A PowerPoint presentation (.pptx) with a text on each slide, and with other files of its archive. */
export const presentation = (
  slides: readonly Slide[],
  others: Readonly<Record<string, string | Buffer>> = {},
): Buffer => {
  const numbers = slides.map((_, index) => index + 1);
  const override = (part: string, type: string) =>
    `<Override PartName="/ppt/${part}" ContentType="${TYPES}.${type}+xml"/>`;
  const types = [
    override("presentation.xml", "presentation.main"),
    ...numbers.map((n) => override(`slides/slide${n}.xml`, "slide")),
  ];
  return zip({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join("")}</Types>`,
    "_rels/.rels": relationships(
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="ppt/presentation.xml"/>`,
    ),
    "ppt/_rels/presentation.xml.rels": relationships(
      numbers.map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/slide" Target="slides/slide${n}.xml"/>`).join(""),
    ),
    "ppt/presentation.xml": `<p:presentation ${P}><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/slide${index + 1}.xml`, slideXml(slide)])),
    ...others,
  });
};
