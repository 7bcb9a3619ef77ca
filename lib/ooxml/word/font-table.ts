import { Edits } from "../edits.ts";
import { escaped, unescaped } from "../markup.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { kindByName, kindByPanose } from "./font-kinds.ts";
import { attributeOf } from "./tables.ts";

/** Fonts of one document that are looked at. */
const FONTS_LIMIT = 1000;

/** Names of the fonts that a part's runs and styles, or a theme, are set in. */
export const fontsNamed = (xml: string): Set<string> => {
  const names = new Set<string>();
  for (const [, name] of xml.matchAll(/[:\s](?:ascii|hAnsi|typeface)="([^"<]{1,64})"/g)) {
    if (names.size >= FONTS_LIMIT) break;
    if (!name!.startsWith("+")) names.add(unescaped(name!));
  }
  return names;
};

/** Fonts whose letters are signs: they have no kind, and LibreOffice knows their signs by their names. */
const SYMBOLS = /^(symbol|wingdings|webdings|marlett|mt extra|zapf ?dingbats|monotype sorts|bookshelf symbol)/i;

interface Entry {
  readonly name: string;
  readonly kind: string;
  readonly panose: string;
  /** Where it says its kind; an empty place where it does not. */
  readonly start: number;
  readonly end: number;
}

const entryAt = (xml: string, start: number, end: number, name: string): Entry => {
  let [kind, panose] = ["auto", ""];
  let place = { start: end, end };
  for (let tag = nextTag(xml, start); tag !== undefined && tag.end <= end; tag = nextTag(xml, tag.end)) {
    const element = localName(tag.name);
    if (tag.isEnd) {
      if (element === "font" && place.start === end) place = { start: tag.start, end: tag.start };
    } else if (element === "panose1") panose = attributeOf(xml, tag, "val") ?? "";
    else if (element === "family") {
      kind = attributeOf(xml, tag, "val") ?? "auto";
      place = { start: tag.start, end: elementEnd(xml, tag) };
    } else if (/^(notTrueType|pitch|sig|embed\w+)$/.test(element) && place.start === end)
      place = { start: tag.start, end: tag.start };
  }
  return { name, kind, panose, ...place };
};

/**
 * A font table (ECMA-376, part 1, 17.8.3.10) that says the kind of each font: by its PANOSE number or its name where it does
 * not, and of fonts that are used and not in it. LibreOffice replaces a font that it has not by one of its kind.
 */
export const withFontKinds = (xml: string, used: ReadonlySet<string>): string | undefined => {
  const edits = new Edits(xml);
  const known = new Set<string>();
  let prefix = "";
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const element = localName(tag.name);
    if (element === "fonts" && tag.isEnd) {
      const missing = [...used].filter((name) => !known.has(name) && !SYMBOLS.test(name)).slice(0, FONTS_LIMIT);
      const entry = (name: string) =>
        `<${prefix}font ${prefix}name="${escaped(name)}"><${prefix}family ${prefix}val="${kindByName(name)}"/></${prefix}font>`;
      edits.replace(tag.start, tag.start, missing.map(entry).join(""));
    }
    if (element === "fonts") prefix = tag.name.slice(0, tag.name.indexOf(":") + 1);
    if (element !== "font" || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    const { name, kind, panose, ...place } = entryAt(xml, tag.end, end, unescaped(attributeOf(xml, tag, "name") ?? ""));
    known.add(name);
    if (!tag.isEmpty && kind === "auto" && !SYMBOLS.test(name)) {
      edits.replace(
        place.start,
        place.end,
        `<${prefix}family ${prefix}val="${kindByPanose(panose) ?? kindByName(name)}"/>`,
      );
    }
    tag = { ...tag, end };
  }
  return edits.result;
};
