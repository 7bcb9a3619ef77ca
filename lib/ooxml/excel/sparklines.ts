import { Edits } from "../edits.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";

/**
 * Removes the date axis of sparkline groups ([MS-XLSX] 2.6.118), a formula that is a direct child of the group. LibreOffice
 * spaces the points evenly. It reads this formula as that of a sparkline, and crashes where no sparkline precedes it.
 */
export const withoutSparklineDates = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let parents: string[] | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "sparklineGroup" && !tag.isEmpty) parents = tag.isEnd ? undefined : [];
    else if (parents === undefined) continue;
    else if (tag.isEnd) parents.pop();
    else if (name === "f" && parents.length === 0) {
      const end = elementEnd(xml, tag);
      edits.replace(tag.start, end);
      tag = { ...tag, end };
    } else if (!tag.isEmpty) parents.push(name);
  }
  return edits.result;
};
