import { escapeXml, markupText, unescapeXml } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import { type FontPiece, symbolPiece } from "../symbol-fonts.ts";
import { attributeOf, elementEnd, localName, nextTag, type XmlTag } from "../tags.ts";
import { fontPieces, usesSymbolFallback } from "./font-pieces.ts";

/** An open run: the markup of its properties (`w:rPr`), and the font that they name. Both are empty until they are read. */
interface Run {
  readonly depth: number;
  properties: string;
  font: string;
}

const RUN_FONTS = /<(?:[\w.-]{1,40}:)?rFonts\b[^>]{0,1000}>(?:<\/(?:[\w.-]{1,40}:)?rFonts>)?/;

/** The markup of a run's properties with another font. */
const propertiesInFont = (properties: string, font: string, prefix: string): string => {
  const names = ["ascii", "hAnsi", "eastAsia", "cs"].map((kind) => ` ${prefix}${kind}="${font}"`).join("");
  const inner = properties
    .slice(properties.indexOf(">") + 1, properties.endsWith("/>") ? undefined : properties.lastIndexOf("</"))
    .replace(RUN_FONTS, "");
  return `<${prefix}rPr><${prefix}rFonts${names}/>${inner}</${prefix}rPr>`;
};

/**
 * The markup that replaces a text element within an open run. A piece with a font gets its own run, which has the properties
 * of the open run and that font; the open run ends before it and continues after it.
 */
const runsOf = (pieces: readonly FontPiece[], { properties }: Run, prefix: string): string =>
  pieces
    .map(({ text, font }) => {
      const element = `<${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t>`;
      if (font === undefined) return element;
      const [open, close] = [`<${prefix}r>`, `</${prefix}r>`];
      return `${close}${open}${propertiesInFont(properties, font, prefix)}${element}${close}${open}${properties}`;
    })
    .join("");

const TRAILING_WHITE_SPACE = /(?<![ \t\r\n])[ \t\r\n]+$/;

/** The text of a `w:t` element. White space around it counts only with `xml:space="preserve"`. */
const textOf = (xml: string, tag: XmlTag): string => {
  const text = markupText(xml.slice(tag.end, xml.lastIndexOf("<", elementEnd(xml, tag) - 1)));
  // Only XML's white space is removed: a no-break space counts.
  return attributeOf(xml, tag, "space") === "preserve"
    ? text
    : text.replace(/^[ \t\r\n]+/, "").replace(TRAILING_WHITE_SPACE, "");
};

/** The text of a run's `t` or `sym` element in pieces; undefined if all of it stays in the font of the run. */
const piecesOf = (xml: string, tag: XmlTag, { font }: Run, usesFallback: boolean): FontPiece[] | undefined => {
  if (localName(tag.name) === "t") return tag.isEmpty ? undefined : fontPieces(textOf(xml, tag), font, usesFallback);
  const code = Number.parseInt(attributeOf(xml, tag, "char") ?? "", 16);
  const piece = symbolPiece(unescapeXml(attributeOf(xml, tag, "font") ?? ""), code);
  return piece && [piece];
};

/** A quick test of a whole part: it has emoji, arrows or shapes, or names a symbol font. */
const MAY_NEED_FONT =
  /[\u{1f000}-\u{1faff}]|[\u2196-\u27ff]|\ufe0f|\u200d|\p{Emoji_Presentation}|["'](Symbol|Wingdings(?: [23])?|Webdings)["']/iu;

/**
 * Names a font for each symbol and emoji in the runs of a Word part, and replaces characters of symbol fonts, also in
 * `w:sym` elements, with their Unicode characters. Undefined if nothing changes.
 */
export const withSymbolFonts = (xml: string): string | undefined => {
  if (!MAY_NEED_FONT.test(xml)) return undefined;
  const edits = new Edits(xml);
  const runs: Run[] = [];
  const root = nextTag(xml, 0)?.name ?? "";
  const prefix = root.slice(0, root.indexOf(":") + 1);
  const usesFallback = usesSymbolFallback(xml);
  let depth = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd) {
      if (runs.at(-1)?.depth === depth) runs.pop();
      depth--;
      continue;
    }
    const run = runs.at(-1)?.depth === depth ? runs.at(-1) : undefined;
    if (!tag.isEmpty) depth++;
    if (tag.name === `${prefix}r` && !tag.isEmpty) runs.push({ depth, properties: "", font: "" });
    if (run === undefined || !/^(rPr|t|sym)$/.test(tag.name.slice(prefix.length))) continue;
    const end = elementEnd(xml, tag);
    if (tag.name === `${prefix}rPr`) {
      run.properties = xml.slice(tag.start, end);
      run.font = unescapeXml(/\bascii\s*=\s*["']([^"']*)["']/.exec(run.properties)?.[1] ?? "");
    } else {
      const pieces = piecesOf(xml, tag, run, usesFallback);
      if (pieces !== undefined) {
        // Each piece may repeat the properties twice.
        edits.reserve(2 * pieces.length * run.properties.length);
        edits.replace(tag.start, end, runsOf(pieces, run, prefix));
      }
    }
    if (!tag.isEmpty) depth--;
    tag = { ...tag, end };
  }
  return edits.result;
};
