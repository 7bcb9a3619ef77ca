import { localName, nextTag, type PlacedTag } from "./tags.ts";

/** How a part names its encoding, in its declaration. */
const DECLARED = /^<\?xml[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // not an encoding that anybody knows
  }
};

/** A decoder for a part that is not in UTF-8: by its byte order mark, by its first bytes, or by its declaration. */
export const otherEncoding = (part: Buffer): TextDecoder | undefined => {
  if (part.length < 4) return undefined;
  const start = part.readUInt32BE(0);
  if (start >>> 16 === 0xfffe || start === 0x3c003f00) return new TextDecoder("utf-16le");
  if (start >>> 16 === 0xfeff || start === 0x003c003f) return new TextDecoder("utf-16be");
  const label = DECLARED.exec(part.toString("latin1", 0, 300))?.[1];
  const decoder = label === undefined || /^utf-?(8|16)$/i.test(label) ? undefined : decoderFor(label);
  return decoder?.encoding === "utf-8" ? undefined : decoder;
};

/**
 * Text of an XML part, which is in UTF-8 or UTF-16 (ECMA-376, part 2, 8.1.4) or, as readers bear with, in the encoding that it
 * declares; bytes that do not decode are replaced.
 */
export const textOf = (part: Buffer): string => otherEncoding(part)?.decode(part) ?? part.toString("utf8");

/** An element's start tag: its local name, and values of attributes by theirs. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

/** Text of markup as it is meant: with its entities and character references resolved. */
export const unescaped = (value: string): string =>
  value.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? all;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

/** What an element's content may hold beside text and elements. */
const SECTION = /<!\[CDATA\[|<!--|<\?/g;

const ENDS: Readonly<Record<string, string>> = { "<![CDATA[": "]]>", "<!--": "-->", "<?": "?>" };

/** Text of markup that holds no elements: with its entities resolved, CDATA as it stands, and without comments. */
export const plainText = (markup: string): string => {
  let [text, at] = ["", 0];
  SECTION.lastIndex = 0;
  for (let found = SECTION.exec(markup); found !== null; found = SECTION.exec(markup)) {
    const start = SECTION.lastIndex;
    const end = markup.indexOf(ENDS[found[0]]!, start);
    const next = end < 0 ? markup.length : end;
    text += unescaped(markup.slice(at, found.index)) + (found[0] === "<![CDATA[" ? markup.slice(start, next) : "");
    at = end < 0 ? markup.length : end + ENDS[found[0]]!.length;
    SECTION.lastIndex = at;
  }
  return text + unescaped(markup.slice(at));
};

/** Text as it can stand in markup, in values of attributes too. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const ATTRIBUTE = /(?:[\w.-]{1,100}:)?([\w.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const attributesOf = (xml: string, { name, start, end }: PlacedTag): Record<string, string> =>
  Object.fromEntries(
    [...xml.slice(start + 1 + name.length, end).matchAll(ATTRIBUTE)].map(([, key, double, single]) => [
      key,
      unescaped(double ?? single ?? ""),
    ]),
  );

/** Start tags of these elements in markup that holds neither comments nor CDATA, found without a look at the others. */
const tagsInPlain = (xml: string, names: readonly string[]): Tag[] => {
  const starts = new RegExp(`<(?:[^\\s<>/:!?]{1,100}:)?(${names.join("|")})(?=[\\s/>])`, "g");
  const tags: Tag[] = [];
  for (let found = starts.exec(xml); found !== null; found = starts.exec(xml)) {
    const tag = nextTag(xml, found.index);
    if (tag === undefined) break;
    tags.push({ name: found[1]!, attributes: attributesOf(xml, tag) });
    starts.lastIndex = tag.end;
  }
  return tags;
};

/** Start tags of these elements in their order, whatever their prefixes. Enough for parts that hold lists of things. */
export const tagsNamed = (xml: string, ...names: readonly string[]): Tag[] => {
  // Tags are looked for by name where none can stand in what is no markup, which takes a tenth of the time.
  if (!xml.includes("<!") && !xml.includes("<?", 1)) return tagsInPlain(xml, names);
  const tags: Tag[] = [];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (!tag.isEnd && names.includes(name)) tags.push({ name, attributes: attributesOf(xml, tag) });
  }
  return tags;
};

/** Whether a document type declaration stands before the root element; undefined where the root has not begun yet. */
export const hasDoctype = (head: string): boolean | undefined => {
  const prolog = /^\ufeff?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(head)?.[0].length ?? 0;
  const next = head.slice(prolog, prolog + 9);
  if (/^<!DOCTYPE/i.test(next)) return true;
  return /^<[\p{L}_:]/u.test(next) ? false : undefined;
};
