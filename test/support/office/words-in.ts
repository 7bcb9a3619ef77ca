import { textOf, unescapeXml } from "../../../lib/ooxml/markup.ts";
import { openPackage } from "../../../lib/ooxml/package.ts";
import { localName, nextTag } from "../../../lib/ooxml/tags.ts";

/**
 * Elements whose text is not printed or not compared. Equations are not compared, because they are drawn character by
 * character.
 */
const UNPRINTED_ELEMENTS = /^(del|moveFrom|Fallback|instrText|delText|binData|oMath)$/;
const SEPARATING_ELEMENTS = /^(p|tab|br|tc|cr|ptab|oMath|object|drawing|pict)$/;
const TEXT_PARTS = new Set(["header", "footer", "footnotes", "endnotes"]);

/** The text of one part, with a space for each paragraph, tab and break. */
const printedText = (xml: string): string => {
  let [text, skipped] = ["", 0];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (SEPARATING_ELEMENTS.test(name)) text += " ";
    if (UNPRINTED_ELEMENTS.test(name) && !tag.isEmpty) skipped += tag.isEnd ? -1 : 1;
    if (skipped > 0) continue;
    if (name === "t" && !tag.isEnd && !tag.isEmpty) text += unescapeXml(xml.slice(tag.end, xml.indexOf("<", tag.end)));
  }
  return text;
};

/** The words of a text (three or more letters or digits, in lower case) with their counts. */
export const wordsOfText = (text: string): Map<string, number> => {
  const words = new Map<string, number>();
  for (const word of text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
};

/** The text of a Word document's body, headers, footers and notes; each header and footer once. */
export const textOfWord = async (bytes: Buffer): Promise<string> => {
  const officePackage = await openPackage(bytes);
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part ?? "";
  const parts = [
    main,
    ...officePackage.relationships(main).flatMap(({ type, part }) => (TEXT_PARTS.has(type) && part ? [part] : [])),
  ];
  return parts
    .flatMap((part) => officePackage.files.get(part) ?? [])
    .map((file) => printedText(textOf(officePackage.read(file))))
    .join(" ");
};
