import { localName, nextTag } from "../tags.ts";

/**
 * The length of the longest paragraph of a Word part, in characters of its markup's text. The text of a text box also counts
 * for the paragraph that holds the box.
 */
export const longestParagraph = (xml: string): number => {
  /** The text length before each open paragraph. */
  const starts: number[] = [];
  let [longest, length] = [0, 0];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "t" && !tag.isEnd && !tag.isEmpty) length += Math.max(xml.indexOf("<", tag.end) - tag.end, 0);
    else if (name !== "p" || tag.isEmpty) continue;
    else if (!tag.isEnd) starts.push(length);
    else longest = Math.max(longest, length - (starts.pop() ?? 0));
  }
  return longest;
};
