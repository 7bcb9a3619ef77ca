import { damagedFile } from "../../errors/document-errors.ts";
import { attributeOf, localName, nextTag } from "../tags.ts";

/** The smallest width and height of a page in Word: 0.1 inch, in twentieths of a point. */
const MIN_PAGE_TWIPS = 144;

/** Throws UNSUPPORTED_MEDIA_TYPE for a part with a page size that Word does not allow, on which a text would fill endless pages. */
export const assertPageSizes = (part: string, xml: string): void => {
  for (let at = xml.indexOf("pgSz"); at >= 0; at = xml.indexOf("pgSz", at + 1)) {
    const tag = nextTag(xml, xml.lastIndexOf("<", at));
    if (tag === undefined || localName(tag.name) !== "pgSz") continue;
    for (const side of ["w", "h"]) {
      const twips = Number(attributeOf(xml, tag, side) ?? Number.NaN);
      if (twips > 0 && twips < MIN_PAGE_TWIPS) throw damagedFile(`${part} has a page of less than 0.1 inch (pgSz)`);
    }
  }
};
