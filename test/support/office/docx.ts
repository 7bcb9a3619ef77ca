import { type Files, zip } from "../../../layers/libreoffice/zip.ts";
import { packageParts, RELATIONS, type Related, relationships } from "./parts.ts";

const W =
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" ` +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ' +
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';

/** Optional contents of a Word document beside its body. */
export interface Beside {
  /** Relationships of the main part, from rId10 on. */
  readonly related?: readonly Related[];
  /** More parts. */
  readonly parts?: Files;
  /** Their content types, without the common prefix. */
  readonly types?: Readonly<Record<string, string>>;
  /** More relationships of the package. */
  readonly root?: readonly Related[];
  /** The section's properties. */
  readonly section?: string;
}

/** A part of a Word document with this root element. */
export const wordPart = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><w:${root} ${W}>${content}</w:${root}>`;

/** Text with these run properties. */
export const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph of text, or of runs, with these properties. */
export const paragraph = (content: string, properties = ""): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith("<") ? content : run(content)}</w:p>`;

/** The files of a Word document with this body. */
export const docxFiles = (
  body: string,
  { related = [], parts = {}, types = {}, root = [], section }: Beside = {},
): Files => ({
  ...packageParts(
    "word/document.xml",
    {
      "word/document.xml": "openxmlformats-officedocument.wordprocessingml.document.main+xml",
      ...types,
    },
    root,
  ),
  "word/_rels/document.xml.rels": relationships(related),
  "word/document.xml": wordPart(
    "document",
    `<w:body>${body}<w:sectPr>${section ?? '<w:pgSz w:w="11906" w:h="16838"/>'}</w:sectPr></w:body>`,
  ),
  ...parts,
});

/** A Word document with this body. */
export const docx = (body: string, beside?: Beside): Buffer => zip(docxFiles(body, beside));
