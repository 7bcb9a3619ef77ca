import { Edits } from "../edits.ts";
import { escapeXml, unescapeXml } from "../markup.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { kindByName, kindByPanose } from "./font-kinds.ts";
import { attributeOf } from "./tables.ts";

/** The most fonts of one document that are considered. */
const FONTS_LIMIT = 1000;

/** The names of the fonts in a part's runs and styles, or in a theme. */
export const namedFonts = (xml: string): Set<string> => {
  const names = new Set<string>();
  for (const [, name = ""] of xml.matchAll(/[:\s](?:ascii|hAnsi|typeface)="([^"<]{1,64})"/g)) {
    if (names.size >= FONTS_LIMIT) break;
    if (!name.startsWith("+")) names.add(unescapeXml(name));
  }
  return names;
};

/** Symbol fonts. They get no kind, because LibreOffice maps their characters by the font's name. */
const SYMBOL_FONT_NAME =
  /^(symbol|wingdings|webdings|marlett|mt extra|zapf ?dingbats|monotype sorts|bookshelf symbol)/i;

interface FontEntry {
  readonly name: string;
  readonly kind: string;
  readonly panose: string;
  /** The range of its `w:family` element; an empty range at the place for one where it has none. */
  readonly start: number;
  readonly end: number;
}

const readFontEntry = (xml: string, start: number, end: number, name: string): FontEntry => {
  let kind: string | undefined;
  let panose = "";
  let place = { start: end, end };
  for (let tag = nextTag(xml, start); tag !== undefined && tag.end <= end; tag = nextTag(xml, tag.end)) {
    const element = localName(tag.name);
    if (tag.isEnd) {
      if (element === "font" && place.start === end) place = { start: tag.start, end: tag.start };
    } else if (element === "panose1" && panose === "") panose = attributeOf(xml, tag, "val") ?? "";
    else if (element === "family" && kind === undefined) {
      kind = attributeOf(xml, tag, "val") ?? "auto";
      place = { start: tag.start, end: elementEnd(xml, tag) };
    } else if (/^(notTrueType|pitch|sig|embed\w+)$/.test(element) && place.start === end)
      place = { start: tag.start, end: tag.start };
  }
  return { name, kind: kind ?? "auto", panose, ...place };
};

/**
 * Completes a font table (ECMA-376, part 1, 17.8.3.10): adds the kind of each font, by its PANOSE number or its name, and adds
 * the used fonts that the table does not list. LibreOffice replaces a font that is not installed with one of its kind.
 */
export const withFontKinds = (xml: string, used: ReadonlySet<string>): string | undefined => {
  const edits = new Edits(xml);
  const known = new Set<string>();
  let prefix = "";
  let isComplete = false;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const element = localName(tag.name);
    if (element === "fonts" && tag.isEnd && !isComplete) {
      isComplete = true;
      const missing = [...used]
        .filter((name) => !known.has(name) && !SYMBOL_FONT_NAME.test(name))
        .slice(0, FONTS_LIMIT);
      const entry = (name: string) =>
        `<${prefix}font ${prefix}name="${escapeXml(name)}"><${prefix}family ${prefix}val="${kindByName(name)}"/></${prefix}font>`;
      edits.replace(tag.start, tag.start, missing.map(entry).join(""));
    }
    if (element === "fonts") prefix = tag.name.slice(0, tag.name.indexOf(":") + 1);
    if (element !== "font" || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    const { name, kind, panose, ...place } = readFontEntry(
      xml,
      tag.end,
      end,
      unescapeXml(attributeOf(xml, tag, "name") ?? ""),
    );
    known.add(name);
    if (!tag.isEmpty && kind === "auto" && !SYMBOL_FONT_NAME.test(name)) {
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
