import { Edits } from "../edits.ts";
import { escapeXml, plainText, unescapeXml } from "../markup.ts";
import { elementEnd, localName, nextTag, type XmlTag } from "../tags.ts";
import { type FontPiece, fontPieces, symbolPiece, usesSymbolFallback } from "./font-pieces.ts";
import { attributeOf } from "./tables.ts";

/** A run whose start tag has come: its properties, and the font that they name. */
interface Run {
  readonly depth: number;
  properties: string;
  font: string;
}

const RUN_FONTS = /<(?:[\w.-]{1,40}:)?rFonts\b[^>]{0,1000}>(?:<\/(?:[\w.-]{1,40}:)?rFonts>)?/;

/** Properties of a run, in a font. */
const propertiesInFont = (properties: string, font: string, prefix: string): string => {
  const names = ["ascii", "hAnsi", "eastAsia", "cs"].map((kind) => ` ${prefix}${kind}="${font}"`).join("");
  const inner = properties
    .replace(/^<[^>]*>/, "")
    .replace(/<\/[^>]*>$/, "")
    .replace(RUN_FONTS, "");
  return `<${prefix}rPr><${prefix}rFonts${names}/>${inner}</${prefix}rPr>`;
};

/** Text elements of these pieces, each that has a font of its own in a run of its own, within a run that goes on behind them. */
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

/** Spaces around a text count only where it says so. */
const textOf = (xml: string, tag: XmlTag, end: number): string => {
  const text = plainText(xml.slice(tag.end, xml.lastIndexOf("<", end - 1)));
  // White space of XML alone: a space that does not break counts.
  return attributeOf(xml, tag, "space") === "preserve"
    ? text
    : text.replace(/^[ \t\r\n]+/, "").replace(TRAILING_WHITE_SPACE, "");
};

const piecesOf = (xml: string, tag: XmlTag, end: number, { font }: Run, isNarrow: boolean): FontPiece[] | undefined => {
  if (localName(tag.name) === "t") return tag.isEmpty ? undefined : fontPieces(textOf(xml, tag, end), font, isNarrow);
  const code = Number.parseInt(attributeOf(xml, tag, "char") ?? "", 16);
  const piece = symbolPiece(unescapeXml(attributeOf(xml, tag, "font") ?? ""), code);
  return piece && [piece];
};

/** What may be a sign: emoji, arrows and shapes, private codes, or a font of signs. */
const MAY_NEED_FONT =
  /[\u{1f000}-\u{1faff}]|[\u2196-\u27ff]|\ufe0f|\u200d|\p{Emoji_Presentation}|["'](Symbol|Wingdings)["']/iu;

/** Names fonts for signs and emoji in the runs of a Word part, and writes signs of Symbol and Wingdings as what they are. */
export const withSymbolFonts = (xml: string): string | undefined => {
  if (!MAY_NEED_FONT.test(xml)) return undefined;
  const edits = new Edits(xml);
  const runs: Run[] = [];
  const root = nextTag(xml, 0)?.name ?? "";
  const prefix = root.slice(0, root.indexOf(":") + 1);
  const isNarrow = usesSymbolFallback(xml);
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
      const pieces = piecesOf(xml, tag, end, run, isNarrow);
      if (pieces !== undefined) edits.replace(tag.start, end, runsOf(pieces, run, prefix));
    }
    if (!tag.isEmpty) depth--;
    tag = { ...tag, end };
  }
  return edits.result;
};
