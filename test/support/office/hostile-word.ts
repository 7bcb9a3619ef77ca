import { CHARTS, chart, chartFrame } from "./chart.ts";
import { type Beside, docx, paragraph, run, wordPart } from "./docx.ts";
import { relationships } from "./parts.ts";
import { picture } from "./picture.ts";

const SEEN = paragraph("printed");

/** A document whose main part has a relationship of this type to an address outside. */
const related = (type: string, target: string, body = "", beside: Beside = {}): Buffer =>
  docx(SEEN + body, {
    ...beside,
    related: [{ id: "rId20", type, target, isExternal: true }, ...(beside.related ?? [])],
  });

/** A document with another part that has such a relationship. */
const throughPart = (name: string, root: string, content: string, type: string, target: string): Buffer => {
  const part = `word/${name}.xml`;
  const link = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
  return docx(SEEN, {
    parts: { [part]: wordPart(root, content), [`word/_rels/${name}.xml.rels`]: link },
    types: { [part]: `openxmlformats-officedocument.wordprocessingml.${name}+xml` },
    related: [{ id: "rId30", type: name, target: `${name}.xml` }],
  });
};

const shape = (content: string) =>
  `<w:p><w:r><w:pict><v:shape id="s" style="width:90pt;height:90pt">${content}</v:shape></w:pict></w:r></w:p>`;

const complexField = (instruction: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';

const field = (instruction: (target: string) => string) => (target: string) =>
  docx(SEEN + complexField(instruction(target).replace(/"/g, "&quot;")));

/** Word documents that try to fetch an address or to read a file of the host, by method. */
export const hostileWord: Readonly<Record<string, (target: string) => Buffer>> = {
  "a linked picture": (target) => related("image", target, picture("r:link", "rId20")),
  "a picture embedded from outside": (target) => related("image", target, picture("r:embed", "rId20")),
  "a VML picture": (target) => related("image", target, shape('<v:imagedata r:id="rId20"/>')),
  "a VML picture by address": (target) => docx(SEEN + shape(`<v:imagedata src="${target}" o:href="${target}"/>`)),
  "a VML fill": (target) => related("image", target, shape('<v:fill r:id="rId20" type="frame"/>')),
  "an attached template": (target) =>
    throughPart("settings", "settings", '<w:attachedTemplate r:id="rId1"/>', "attachedTemplate", target),
  "a source of mail merge": (target) =>
    throughPart(
      "settings",
      "settings",
      '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:linkToQuery/><w:dataType w:val="textFile"/><w:dataSource r:id="rId1"/></w:mailMerge>',
      "mailMergeSource",
      target,
    ),
  "a frame": (target) =>
    throughPart(
      "webSettings",
      "webSettings",
      '<w:frameset><w:frame><w:sourceFileName r:id="rId1"/></w:frame></w:frameset>',
      "frame",
      target,
    ),
  "an embedded font": (target) =>
    throughPart("fontTable", "fonts", '<w:font w:name="Own"><w:embedRegular r:id="rId1"/></w:font>', "font", target),
  "a subdocument": (target) => related("subDocument", target, '<w:subDoc r:id="rId20"/>'),
  "another document in it": (target) => related("aFChunk", target, '<w:altChunk r:id="rId20"/>'),
  "styles from outside": (target) => related("styles", target),
  "a header from outside": (target) =>
    related("header", target, "", { section: '<w:headerReference w:type="default" r:id="rId20"/>' }),
  "a chart of another workbook": (target) =>
    docx(SEEN + chartFrame("rId20"), {
      parts: {
        "word/charts/chart1.xml": chart(
          "AA3311",
          '<c:externalData r:id="rId1"><c:autoUpdate val="1"/></c:externalData>',
        ),
        "word/charts/_rels/chart1.xml.rels": relationships([
          { id: "rId1", type: "oleObject", target, isExternal: true },
        ]),
      },
      types: { "word/charts/chart1.xml": CHARTS },
      related: [{ id: "rId20", type: "chart", target: "charts/chart1.xml" }],
    }),
  "a linked OLE object": (target) =>
    related(
      "oleObject",
      target,
      `<w:p><w:r><w:object>${shape("").replace(/^<w:p><w:r><w:pict>|<\/w:pict><\/w:r><\/w:p>$/g, "")}<o:OLEObject Type="Link" ProgID="Excel.Sheet.12" ShapeID="s" DrawAspect="Content" ObjectID="_1" r:id="rId20" UpdateMode="Always"/></w:object></w:r></w:p>`,
    ),
  "the field INCLUDEPICTURE": field((target) => `INCLUDEPICTURE "${target}" \\d`),
  "the field INCLUDETEXT": field((target) => `INCLUDETEXT "${target}"`),
  "the field LINK": field((target) => `LINK Excel.Sheet.12 "${target}" "Sheet1!R1C1" \\a \\t`),
  "the field DDEAUTO": field((target) => `DDEAUTO cmd "/c curl ${target}"`),
  "the field IMPORT": field((target) => `IMPORT "${target}"`),
  "a hyperlink": (target) =>
    related("hyperlink", target, `<w:p><w:hyperlink r:id="rId20">${run("link")}</w:hyperlink></w:p>`),
};
