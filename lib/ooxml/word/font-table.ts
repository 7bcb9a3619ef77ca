import { escapeXml, tagsNamed, unescapeXml } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import { attributeOf, elementEnd, localName, nextTag } from "../tags.ts";

/** The font family values of a font table (`ST_FontFamily`: ECMA-376, part 1, 17.18.30). */
type FontKind = "roman" | "swiss" | "modern" | "script" | "decorative";

const SERIF_NAME =
  /\b(serif|roman|times|garamond|antiqua|bodoni|caslon|slab|book|baskerville|bookman|didot|century|mincho|song|ming)\b/i;
const SANS_NAME = /\b(sans|grotesk|grotesque|gothic|ui|condensed)\b/i;
const MONOSPACE_NAME = /\b(mono|code|console|courier|typewriter|terminal)\b/i;

/** The kind of a font by its name; sans-serif by default, as most fonts of documents are. */
const kindByName = (name: string): FontKind => {
  if (MONOSPACE_NAME.test(name)) return "modern";
  return SERIF_NAME.test(name) && !SANS_NAME.test(name) ? "roman" : "swiss";
};

/**
 * The kind of a font by its PANOSE number, ten hexadecimal pairs (17.3.3.29): the first is the family kind, the second the
 * serif style, and the fourth the proportion of Latin letters. Undefined if the number does not decide the kind.
 */
const kindByPanose = (panose: string): FontKind | undefined => {
  const [family = 0, serifs = 0, , proportion = 0] = (panose.match(/../g) ?? [])
    .slice(0, 4)
    .map((pair) => Number.parseInt(pair, 16));
  if (family === 3) return "script";
  if (family === 4) return "decorative";
  if (family !== 2) return undefined;
  if (proportion === 9) return "modern";
  if (serifs >= 11 && serifs <= 15) return "swiss";
  return serifs >= 2 && serifs <= 10 ? "roman" : undefined;
};

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
  /** The range of its `w:family` element; an empty range at the place for one if it has none. */
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

/** The text of the parts that decide the fonts of a Word document; empty for a missing part. */
interface FontSources {
  readonly texts: readonly string[];
  readonly styles: string;
  readonly settings: string;
  readonly theme: string;
  readonly fontTable: string;
}

/** The script of a theme's font for East Asian letters (ECMA-376, part 1, 20.1.4.1.16), by the start of a language. */
const EAST_ASIAN_SCRIPTS = [
  [/^ja/i, "Jpan"],
  [/^ko/i, "Hang"],
  [/^zh-(tw|hk|mo|hant)/i, "Hant"],
  [/^zh/i, "Hans"],
] as const;

/** The fonts of one of a theme's two kinds of text. */
interface ThemeFonts {
  readonly latin: string | undefined;
  readonly eastAsian: string | undefined;
}

/** The fonts of a theme's headings or of its other text (20.1.4.1.24 and 25), for the language of a document's settings. */
const themeFontsOf = (theme: string, kind: "major" | "minor", settings: string): ThemeFonts => {
  const [, scheme = ""] = theme.split(`${kind}Font`, 2);
  const named = (element: string) => tagsNamed(scheme, element)[0]?.attributes["typeface"] || undefined;
  const language = tagsNamed(settings, "themeFontLang")[0]?.attributes["eastAsia"] ?? "";
  const script = EAST_ASIAN_SCRIPTS.find(([start]) => start.test(language))?.[1];
  const ofScript = tagsNamed(scheme, "font").find(({ attributes }) => attributes["script"] === script);
  const eastAsian = named("ea") ?? (script && ofScript?.attributes["typeface"]);
  return { latin: named("latin"), eastAsian: eastAsian || undefined };
};

type Theme = Readonly<Record<"major" | "minor", ThemeFonts>>;

/** Chinese, Japanese and Korean letters. */
const EAST_ASIAN_LETTER = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Whether the text of this markup, other than its attributes, has East Asian letters. */
const hasEastAsianText = (xml: string): boolean =>
  EAST_ASIAN_LETTER.test(xml) &&
  xml.split("<").some((piece) => EAST_ASIAN_LETTER.test(piece.slice(piece.indexOf(">") + 1)));

/** The fonts for East Asian letters that this markup names. */
const eastAsianFonts = (xml: string, { major, minor }: Theme): (string | undefined)[] =>
  tagsNamed(xml, "rFonts").map(({ attributes: { eastAsia, eastAsiaTheme } }) => {
    if (eastAsiaTheme === undefined) return eastAsia;
    return (eastAsiaTheme.startsWith("major") ? major : minor).eastAsian;
  });

/** Words of CSS that programs write in place of a font's name. */
const CSS_WORDS = new Set(["inherit", "initial", "unset"]);

/** The fonts that the runs and styles of this markup name, directly or through the theme. */
const fontsIn = (xml: string, theme: Theme): (string | undefined)[] => [
  ...namedFonts(xml),
  ...(["major", "minor"] as const).flatMap((kind) => (xml.includes(`asciiTheme="${kind}`) ? [theme[kind].latin] : [])),
];

/** The names of the fonts that a document's runs and used styles name, without the fonts that it embeds. */
export const usedFonts = ({ texts, styles, settings, theme, fontTable }: FontSources): Set<string> => {
  const styleIds = new Set(
    texts.flatMap((xml) => tagsNamed(xml, "pStyle", "rStyle", "tblStyle").map(({ attributes }) => attributes["val"])),
  );
  const [defaults = "", ...allStyles] = styles.split(/<(?:[\w.-]{1,40}:)?style\s/);
  const usedStyles = allStyles.filter((style) => {
    const head = style.slice(0, 400);
    return /\bdefault="(1|true)"/.test(head) || styleIds.has(/styleId="([^"]*)"/.exec(head)?.[1]);
  });
  const embedded = new Set(
    fontTable
      .split(/<(?:[\w.-]{1,40}:)?font\s/)
      .flatMap((font) => (/embed(Regular|Bold)/.test(font) ? [...(/name="([^"]*)"/.exec(font) ?? [])].slice(1) : [])),
  );
  const themeFonts = {
    major: themeFontsOf(theme, "major", settings),
    minor: themeFontsOf(theme, "minor", settings),
  };
  const sources = [...texts, defaults, ...usedStyles];
  const isEastAsian = texts.some(hasEastAsianText);
  const fonts = [
    ...sources.flatMap((xml) => fontsIn(xml, themeFonts)),
    ...(isEastAsian ? sources.flatMap((xml) => eastAsianFonts(xml, themeFonts)) : []),
  ];
  return new Set(
    fonts.filter((name) => name !== undefined && !embedded.has(name) && !CSS_WORDS.has(name.toLowerCase())) as string[],
  );
};
