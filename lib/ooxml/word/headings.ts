import { Edits } from "../rewriting.ts";
import { attributeOf, elementEnd, localName, nextTag } from "../tags.ts";

const HEADING_STYLE_NAME = /^heading ([1-9])$/i;

/** The elements after `outlineLvl` in a style's paragraph properties (ECMA-376, part 1, 17.3.1.26). */
const AFTER_OUTLINE_LEVEL = new Set(["divId", "cnfStyle", "rPr", "sectPr", "pPrChange"]);

/**
 * The offset at which an outline level is inserted into a style, and whether that is within its paragraph properties; undefined
 * if the style has an outline level.
 */
const insertionPoint = (xml: string, start: number, end: number): { at: number; isWithin: boolean } | undefined => {
  let within = -1;
  for (let tag = nextTag(xml, start); tag !== undefined && tag.start < end; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "outlineLvl") return undefined;
    if (name === "pPr" && tag.isEnd) return { at: tag.start, isWithin: true };
    if (name === "pPr" && !tag.isEmpty) within = tag.end;
    else if (within >= 0 && AFTER_OUTLINE_LEVEL.has(name)) return { at: tag.start, isWithin: true };
    else if (within < 0 && /^(rPr|tblPr|trPr|tcPr|tblStylePr)$/.test(name)) return { at: tag.start, isWithin: false };
  }
  return { at: xml.lastIndexOf("<", end - 1), isWithin: false };
};

/** Adds outline levels to the styles `heading 1` to `heading 9`, which only Word recognises by their names. */
export const withHeadingLevels = (styles: string): string | undefined => {
  const edits = new Edits(styles);
  for (let tag = nextTag(styles, 0); tag !== undefined; tag = nextTag(styles, tag.end)) {
    if (localName(tag.name) !== "style" || tag.isEnd || tag.isEmpty) continue;
    const end = elementEnd(styles, tag);
    const name = nextTag(styles, tag.end);
    const [, level] = HEADING_STYLE_NAME.exec((name && attributeOf(styles, name, "val")) ?? "") ?? [];
    const place =
      level === undefined || attributeOf(styles, tag, "type") !== "paragraph"
        ? undefined
        : insertionPoint(styles, tag.end, end);
    if (place !== undefined) {
      const prefix = tag.name.slice(0, tag.name.indexOf(":") + 1);
      const outlineLevel = `<${prefix}outlineLvl ${prefix}val="${Number(level) - 1}"/>`;
      edits.replace(place.at, place.at, place.isWithin ? outlineLevel : `<${prefix}pPr>${outlineLevel}</${prefix}pPr>`);
    }
    tag = { ...tag, end };
  }
  return edits.result;
};
