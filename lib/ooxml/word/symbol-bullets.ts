import { escapeXml, unescapeXml } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import { type FontPiece, hasLittleKnownFont, isLittleKnownFont, symbolPiece } from "../symbol-fonts.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "../tags.ts";

/** The elements of a level that are read so far: the kind of its numbers, and its text. */
interface Level {
  kind?: XmlTag;
  text?: XmlTag;
}

const prefixOf = ({ name }: XmlTag): string => name.slice(0, name.indexOf(":") + 1);

const write = (edits: Edits, tag: XmlTag, attributes: string): void => {
  edits.reserve(attributes.length);
  edits.replace(tag.start, tag.end, `<${tag.name}${attributes}${tag.isEmpty ? "/" : ""}>`);
};

/** Lets the text of a level stand for all of its numbers, as a bullet does. */
const writeAsText = (edits: Edits, kind: XmlTag): void => write(edits, kind, ` ${prefixOf(kind)}val="none"`);

const replaceBullet = (
  edits: Edits,
  { kind, text }: Required<Level>,
  fonts: XmlTag,
  { text: sign, font }: FontPiece,
): void => {
  writeAsText(edits, kind);
  write(edits, text, ` ${prefixOf(text)}val="${escapeXml(sign)}"`);
  write(
    edits,
    fonts,
    ["ascii", "hAnsi", "eastAsia", "cs"].map((name) => ` ${prefixOf(fonts)}${name}="${font}"`).join(""),
  );
};

/** A quick test: a bullet may be a character beyond the Basic Multilingual Plane, or one of a symbol font. */
const mayHaveBullets = (xml: string): boolean => /[\u{10000}-\u{10ffff}]|&#/u.test(xml) || hasLittleKnownFont(xml);

const LAST_BASIC_CODE = 0xffff;

/**
 * The markup of the numbering part (ECMA-376, part 1, 17.9) without two kinds of bullets; undefined if there are none. Those of
 * Wingdings 2, Wingdings 3 and Webdings, of which LibreOffice has few, become Unicode characters in a font that has them. Those
 * beyond the Basic Multilingual Plane, of which LibreOffice would print others, become texts.
 */
export const withSymbolBullets = (xml: string): string | undefined => {
  if (!mayHaveBullets(xml)) return undefined;
  const edits = new Edits(xml);
  let level: Level = {};
  let code = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "lvl") level = {};
    else if (tag.isEnd) continue;
    else if (name === "numFmt" && attributeOf(xml, tag, "val") === "bullet") level.kind = tag;
    else if (name === "lvlText" && level.kind !== undefined) {
      code = unescapeXml(attributeOf(xml, tag, "val") ?? "").codePointAt(0) ?? 0;
      if (code > LAST_BASIC_CODE) writeAsText(edits, level.kind);
      level = code > LAST_BASIC_CODE ? {} : { ...level, text: tag };
    } else if (name === "rFonts" && level.kind !== undefined && level.text !== undefined) {
      const font = unescapeXml(attributeOf(xml, tag, "ascii") ?? "");
      const piece = isLittleKnownFont(font) ? symbolPiece(font, code) : undefined;
      if (piece !== undefined) replaceBullet(edits, { kind: level.kind, text: level.text }, tag, piece);
      level = {};
    }
  }
  return edits.result;
};
