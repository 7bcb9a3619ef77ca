import type { XmlTag } from "./tags.ts";

/** An attribute of a tag: its name with its prefix, and its value with its entities. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
}

const NAME_OR_QUOTE = /[^\s=/>"']+|["']/y;
const EQUALS = /\s*=\s*(?=["'])/y;
const SEPARATORS = /[\s=/>]*/y;

/** The end of a match of a sticky pattern at a position; -1 where it does not match. */
const endOfMatch = (pattern: RegExp, xml: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(xml) ? pattern.lastIndex : -1;
};

/** The attributes of a tag in their order, found in one pass. Text in quotes without a name before it is skipped. */
export const attributesIn = (xml: string, { name, isEnd, start, end }: XmlTag): Attribute[] => {
  const attributes: Attribute[] = [];
  let at = start + (isEnd ? 2 : 1) + name.length;
  while (at < end) {
    const begin = endOfMatch(SEPARATORS, xml, at);
    const past = endOfMatch(NAME_OR_QUOTE, xml, begin);
    if (past < 0 || begin >= end) break;
    const isQuote = xml[begin] === '"' || xml[begin] === "'";
    const opening = isQuote ? begin : endOfMatch(EQUALS, xml, past);
    if (opening < 0) at = past;
    else {
      const closing = xml.indexOf(xml.charAt(opening), opening + 1);
      if (closing < 0 || closing >= end) break; // only where the tag's name holds a quote
      if (!isQuote) attributes.push({ name: xml.slice(begin, past), value: xml.slice(opening + 1, closing) });
      at = closing + 1;
    }
  }
  return attributes;
};
