import mammoth from "mammoth";
import { damagedFile } from "../../../errors/document-errors.ts";
import { tagsNamed, textOf } from "../../../ooxml/markup.ts";
import { openPackage } from "../../../ooxml/package.ts";
import type { EmbeddedHtml } from "./print.ts";

const TWIPS_PER_POINT = 20;

const points = (twips: string | undefined, fallback: number): string =>
  `${Math.max(Number(twips ?? fallback) || fallback, 0) / TWIPS_PER_POINT}pt`;

/** The CSS @page rule with the page size and margins of the last section; A4 and 2.5 cm if it has none. */
const pageRule = (xml: string): string => {
  const size = tagsNamed(xml, "pgSz").at(-1)?.attributes ?? {};
  const margin = tagsNamed(xml, "pgMar").at(-1)?.attributes ?? {};
  const sides = [margin["top"], margin["right"], margin["bottom"], margin["left"]].map((side) => points(side, 1417));
  return `@page { size: ${points(size["w"], 11_906)} ${points(size["h"], 16_838)}; margin: ${sides.join(" ")} }`;
};

const STYLE = `
body { font: 11pt Calibri, sans-serif; margin: 0 }
table { border-collapse: collapse } td, th { border: 0.5pt solid; padding: 2pt 5pt; vertical-align: top }
p { margin: 0 0 8pt } img { max-width: 100% }`;

/** Converts a Word document with mammoth: without headers, footers, text boxes and most formats. */
export const wordToHtml = async (buffer: Buffer): Promise<EmbeddedHtml> => {
  const officePackage = await openPackage(buffer);
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part ?? "";
  const file = officePackage.files.get(main);
  const rule = pageRule(file === undefined ? "" : textOf(officePackage.read(file)));
  const { value } = await mammoth.convertToHtml({ buffer }).catch((cause: Error) => {
    throw damagedFile("it cannot be read", cause);
  });
  return { title: "", style: rule + STYLE, body: value };
};
