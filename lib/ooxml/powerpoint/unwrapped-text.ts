import { Edits } from "../rewriting.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "../tags.ts";

/** Whether the lines of a text body (`a:bodyPr`: ECMA-376, part 1, 21.1.2.1.1) end only where its paragraphs and breaks do. */
const isUnwrapped = (xml: string, properties: XmlTag): boolean => attributeOf(xml, properties, "wrap") === "none";

/**
 * The markup of a slide, a layout or a master whose text boxes without line wrapping do not grow with their text; undefined if
 * all are so. PowerPoint prints such a box in the size that the file states, and lets the text go beyond it. LibreOffice would wrap
 * the text at the box, which is as narrow as the text in its own font.
 */
export const withoutWrapping = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let isWithin = false;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "bodyPr") isWithin = !tag.isEnd && !tag.isEmpty && isUnwrapped(xml, tag);
    else if (name === "spAutoFit" && isWithin) {
      edits.reserve(1);
      edits.replace(tag.start, tag.end, xml.slice(tag.start, tag.end).replace("spAutoFit", "noAutofit"));
    }
  }
  return edits.result;
};
