/** Text of an XML part, whose encoding is UTF-8 or UTF-16 (ECMA-376, part 2, 8.1.4); bytes that do not decode are replaced. */
export const textOf = (part: Buffer): string => {
  if (part[0] === 0xff && part[1] === 0xfe) return part.toString("utf16le");
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder("utf-16be").decode(part);
  return part.toString("utf8");
};

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

/** Text as it can stand in markup, in values of attributes too. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Start tags of these elements in their order, whatever their prefixes. Enough for parts that hold lists of things. */
export const tagsNamed = (xml: string, ...names: readonly string[]): Tag[] => {
  const start = new RegExp(`<(?:[\\w.-]+:)?(${names.join("|")})(?=[\\s/>])([^>]*)`, "g");
  return [...xml.matchAll(start)].map(([, name = "", rest = ""]) => ({
    name,
    attributes: Object.fromEntries(
      [...rest.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key, double, single]) => [
        key,
        unescaped(double ?? single ?? ""),
      ]),
    ),
  }));
};

/** Whether a document type declaration stands before the root element; undefined where the root has not begun yet. */
export const hasDoctype = (head: string): boolean | undefined => {
  const prolog = /^\ufeff?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(head)?.[0].length ?? 0;
  const next = head.slice(prolog, prolog + 9);
  if (/^<!DOCTYPE/i.test(next)) return true;
  return /^<[\p{L}_:]/u.test(next) ? false : undefined;
};
