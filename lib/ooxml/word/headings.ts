import { Edits } from "../edits.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { attributeOf } from "./tables.ts";

const HEADING = /^heading ([1-9])$/i;

/** What stands behind `outlineLvl` in a style's paragraph properties (ECMA-376, part 1, 17.3.1.26). */
const BEHIND = new Set(["divId", "cnfStyle", "rPr", "sectPr", "pPrChange"]);

/** Where a style takes the outline level, and whether it has paragraph properties; undefined where it says one. */
const placeIn = (xml: string, start: number, end: number): { at: number; isWithin: boolean } | undefined => {
  let within = -1;
  for (let tag = nextTag(xml, start); tag !== undefined && tag.start < end; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "outlineLvl") return undefined;
    if (name === "pPr" && tag.isEnd) return { at: tag.start, isWithin: true };
    if (name === "pPr" && !tag.isEmpty) within = tag.end;
    else if (within >= 0 && BEHIND.has(name)) return { at: tag.start, isWithin: true };
    else if (within < 0 && /^(rPr|tblPr|trPr|tcPr|tblStylePr)$/.test(name)) return { at: tag.start, isWithin: false };
  }
  return { at: xml.lastIndexOf("<", end - 1), isWithin: false };
};

/** Says of styles that are headings by their names which level they are: Word knows, LibreOffice does not. */
export const withHeadingLevels = (styles: string): string | undefined => {
  const edits = new Edits(styles);
  for (let tag = nextTag(styles, 0); tag !== undefined; tag = nextTag(styles, tag.end)) {
    if (localName(tag.name) !== "style" || tag.isEnd || tag.isEmpty) continue;
    const end = elementEnd(styles, tag);
    const name = nextTag(styles, tag.end);
    const [, level] = HEADING.exec((name && attributeOf(styles, name, "val")) ?? "") ?? [];
    const place =
      level === undefined || attributeOf(styles, tag, "type") !== "paragraph"
        ? undefined
        : placeIn(styles, tag.end, end);
    if (place !== undefined) {
      const prefix = tag.name.slice(0, tag.name.indexOf(":") + 1);
      const said = `<${prefix}outlineLvl ${prefix}val="${Number(level) - 1}"/>`;
      edits.replace(place.at, place.at, place.isWithin ? said : `<${prefix}pPr>${said}</${prefix}pPr>`);
    }
    tag = { ...tag, end };
  }
  return edits.result;
};
