import { localName, nextTag } from "../tags.ts";

/** Characters of text in the longest paragraph of a Word part; that in text boxes counts for the one around them too. */
export const longestParagraph = (xml: string): number => {
  const open: number[] = [];
  let [longest, text] = [0, 0];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "t" && !tag.isEnd && !tag.isEmpty) text += Math.max(xml.indexOf("<", tag.end) - tag.end, 0);
    else if (name !== "p" || tag.isEmpty) continue;
    else if (!tag.isEnd) open.push(text);
    else longest = Math.max(longest, text - (open.pop() ?? 0));
  }
  return longest;
};
