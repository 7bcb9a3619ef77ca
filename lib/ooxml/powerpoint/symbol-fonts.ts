import { escapeXml, markupText, unescapeXml } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { type FontPiece, hasLittleKnownFont, isLittleKnownFont, symbolPiece } from "../symbol-fonts.ts";
import { attributeOf, elementEnd, localName, nextTag, type TextRange, type XmlTag } from "../tags.ts";

/** The elements of a run's properties that name its fonts (ECMA-376, part 1, 21.1.2.3). */
const FONT_ELEMENTS = new Set(["latin", "ea", "cs", "sym"]);

/** The elements of the properties of a paragraph, or of a level of a list. */
const LEVEL_PROPERTIES = /^(?:p|lvl[1-9]p?)Pr$/;

const PRIVATE_USE = /\p{Co}/u;

const pieceOf = (character: string, font: string): FontPiece | undefined =>
  isLittleKnownFont(font) ? symbolPiece(font, character.codePointAt(0) ?? 0) : undefined;

const typefaceOf = (xml: string, tag: XmlTag): string => unescapeXml(attributeOf(xml, tag, "typeface") ?? "");

/** Writes a bullet (`a:buFont` and `a:buChar`) with its Unicode character, in a font that has it. */
const replaceBullet = (edits: Edits, xml: string, font: XmlTag, sign: XmlTag): void => {
  const piece = pieceOf(unescapeXml(attributeOf(xml, sign, "char") ?? ""), typefaceOf(xml, font));
  if (piece === undefined) return;
  edits.reserve(100);
  edits.replace(font.start, font.end, `<${font.name} typeface="${piece.font}"${font.isEmpty ? "/" : ""}>`);
  edits.replace(sign.start, sign.end, `<${sign.name} char="${escapeXml(piece.text)}"${sign.isEmpty ? "/" : ""}>`);
};

/** The fonts of a run: for its letters, and for its characters of the Private Use Area. */
interface RunProperties extends TextRange {
  readonly latin: string;
  readonly symbols: string;
}

const runProperties = (xml: string, tag: XmlTag): RunProperties => {
  const end = elementEnd(xml, tag);
  const fonts = new Map<string, string>();
  for (let inner = nextTag(xml, tag.end); inner !== undefined && inner.start < end; inner = nextTag(xml, inner.end))
    if (!inner.isEnd) fonts.set(localName(inner.name), typefaceOf(xml, inner));
  const latin = fonts.get("latin") ?? "";
  return { start: tag.start, end, latin, symbols: fonts.get("sym") ?? latin };
};

/** Lets a run's properties name one font for all of its characters. */
const replaceFonts = (edits: Edits, xml: string, { start, end }: RunProperties, font: string): void => {
  let isWritten = false;
  for (let tag = nextTag(xml, start); tag !== undefined && tag.start < end; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || !FONT_ELEMENTS.has(localName(tag.name))) continue;
    const prefix = tag.name.slice(0, tag.name.indexOf(":") + 1);
    const fonts = ["latin", "ea", "cs"].map((kind) => `<${prefix}${kind} typeface="${font}"/>`).join("");
    const elementAt = { start: tag.start, end: elementEnd(xml, tag) };
    edits.replace(elementAt.start, elementAt.end, isWritten ? "" : fonts);
    tag = { ...tag, end: elementAt.end };
    isWritten = true;
  }
};

/** Writes the text of a run with Unicode characters, if each of its signs has one. */
const replaceText = (edits: Edits, xml: string, run: RunProperties, tag: XmlTag): void => {
  const end = xml.indexOf("<", tag.end);
  const characters = [...markupText(xml.slice(tag.end, end))];
  const pieces = characters.map((character) =>
    pieceOf(character, PRIVATE_USE.test(character) ? run.symbols : run.latin),
  );
  const font = pieces.find((piece) => piece !== undefined && piece.text !== " ")?.font;
  if (font === undefined || characters.some((character, index) => character !== " " && pieces[index] === undefined))
    return;
  edits.reserve(200 + characters.length);
  replaceFonts(edits, xml, run, font);
  edits.replace(tag.end, end, escapeXml(pieces.map((piece) => piece?.text ?? " ").join("")));
};

/** Whether a bullet of some text has its sign only, and its font from a list, a layout or a master. */
const inheritsBulletFonts = (xml: string): boolean => {
  if (!xml.includes("buChar")) return false;
  let hasFont = false;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd) continue;
    const name = localName(tag.name);
    if (LEVEL_PROPERTIES.test(name)) hasFont = false;
    else if (name === "buFont" || name === "buFontTx") hasFont = true;
    else if (name === "buChar" && !hasFont) return true;
  }
  return false;
};

/** Writes signs in runs that have nothing else, and with `hasBullets` in bullets. */
const withSymbolCharacters = (xml: string, hasBullets: boolean): string | undefined => {
  if (!hasLittleKnownFont(xml)) return undefined;
  const edits = new Edits(xml);
  let bulletFont: XmlTag | undefined;
  let run: RunProperties | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd) continue;
    const name = localName(tag.name);
    if (LEVEL_PROPERTIES.test(name)) bulletFont = undefined;
    else if (name === "buFont") bulletFont = tag;
    else if (name === "buChar" && hasBullets && bulletFont !== undefined) replaceBullet(edits, xml, bulletFont, tag);
    else if (name === "r" || name === "fld") run = undefined;
    else if (name === "rPr") run = runProperties(xml, tag);
    else if (name === "t" && run !== undefined && !tag.isEmpty) replaceText(edits, xml, run, tag);
  }
  return edits.result;
};

/**
 * Writes the signs of Wingdings 2, Wingdings 3 and Webdings in these parts as Unicode characters, which are extracted as such. Bullets
 * keep their fonts if another one may inherit it.
 */
export const writeSymbolCharacters = (rewriting: PackageRewriter, parts: readonly string[]): void => {
  const texts = parts.map((part) => rewriting.text(part));
  if (!texts.some(hasLittleKnownFont)) return;
  const hasBullets = !texts.some(inheritsBulletFonts);
  for (const part of parts) rewriting.change(part, (xml) => withSymbolCharacters(xml, hasBullets), true);
};
