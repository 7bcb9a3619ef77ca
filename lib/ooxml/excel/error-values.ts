import { Edits } from "../edits.ts";
import { localName, nextTag, type XmlTag } from "../tags.ts";
import { cellAttribute } from "./formula-cells.ts";

/** The error values that LibreOffice knows (ECMA-376, part 1, 18.17.3). */
const KNOWN_ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]);

/** Turns newer error values of cells, such as `#SPILL!`, into text, because LibreOffice would print another error. */
export const withErrorsAsText = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let cell: XmlTag | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "c") cell = !tag.isEnd && cellAttribute(xml, tag, "t") === "e" ? tag : undefined;
    if (cell === undefined || name !== "v" || tag.isEnd || tag.isEmpty) continue;
    const error = xml.slice(tag.end, xml.indexOf("<", tag.end)).trim();
    if (!/^#[A-Z_/]{2,20}[!?]?$/.test(error) || KNOWN_ERRORS.has(error)) continue;
    const type = /\st\s*=\s*["']e/.exec(xml.slice(cell.start, cell.end));
    if (type === null) continue;
    const end = cell.start + type.index + type[0].length;
    edits.replace(end - 1, end, "str");
    cell = undefined;
  }
  return edits.result;
};
