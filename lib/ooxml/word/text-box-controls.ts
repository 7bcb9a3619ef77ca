import { Edits } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";

/**
 * Removes the content controls (`w:sdt`: ECMA-376, part 1, 17.5.2) in text boxes and keeps their text, which LibreOffice would
 * lose in VML text boxes.
 */
export const withoutTextBoxControls = (xml: string): string | undefined => {
  if (!xml.includes("txbxContent")) return undefined;
  const edits = new Edits(xml);
  let textBoxDepth = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "txbxContent" && !tag.isEmpty) textBoxDepth += tag.isEnd ? -1 : 1;
    if (textBoxDepth === 0 || !name.startsWith("sdt")) continue;
    const end = /^sdt(End)?Pr$/.test(name) && !tag.isEnd ? elementEnd(xml, tag) : tag.end;
    edits.replace(tag.start, end);
    tag = { ...tag, end };
  }
  return edits.result;
};
