import { makeDict, Name, Ref } from "../objects.ts";
import data from "./standard-widths.json" with { type: "json" };

/** Heights of a font in thousandths of its size. */
export interface FontHeights {
  ascent: number;
  capitals: number;
  descent: number;
  /** From one line to the next. */
  leading: number;
}

/** The metrics of one of the standard fonts of Latin text (ISO 32000-2, 9.6.2.2). */
export interface StandardFont extends FontHeights {
  widthOf(glyph: string): number | undefined;
}

const HEIGHTS = {
  Helvetica: { ascent: 718, capitals: 718, descent: -207, leading: 1156 },
  Times: { ascent: 683, capitals: 662, descent: -217, leading: 1116 },
  Courier: { ascent: 629, capitals: 562, descent: -157, leading: 1055 },
} as const;

const COURIER_WIDTH = 600;
const NAMES = data.names.split(" ");

const widthsByName = new Map<string, ReadonlyMap<string, number>>();

const widthsOf = (face: keyof typeof data.widths): ReadonlyMap<string, number> => {
  const known = widthsByName.get(face);
  if (known !== undefined) return known;
  const widths = data.widths[face].split(" ").map(Number);
  const read = new Map(NAMES.map((name, at): [string, number] => [name, widths[at] ?? 0]));
  widthsByName.set(face, read);
  return read;
};

/** The standard font that a font's name means or resembles: Helvetica for an unknown name. */
export const standardFont = (name: string): StandardFont => {
  const isBold = /bold|black|heavy/i.test(name);
  const isItalic = /italic|oblique/i.test(name);
  if (/courier|mono|consolas/i.test(name)) return { ...HEIGHTS.Courier, widthOf: () => COURIER_WIDTH };
  if (/times|serif(?<!sans-?serif)|roman|georgia|garamond/i.test(name)) {
    const face = isBold ? (isItalic ? "Times-BoldItalic" : "Times-Bold") : isItalic ? "Times-Italic" : "Times-Roman";
    return { ...HEIGHTS.Times, widthOf: (glyph) => widthsOf(face).get(glyph) };
  }
  const face = isBold ? "Helvetica-Bold" : "Helvetica";
  return { ...HEIGHTS.Helvetica, widthOf: (glyph) => widthsOf(face).get(glyph) };
};

/** The names of standard fonts in Acrobat in default resources. */
const KNOWN_NAMES: Readonly<Record<string, string>> = {
  Helv: "Helvetica",
  HeBo: "Helvetica-Bold",
  HeOb: "Helvetica-Oblique",
  HeBO: "Helvetica-BoldOblique",
  TiRo: "Times-Roman",
  TiBo: "Times-Bold",
  TiIt: "Times-Italic",
  TiBI: "Times-BoldItalic",
  Cour: "Courier",
  CoBo: "Courier-Bold",
  CoOb: "Courier-Oblique",
  CoBO: "Courier-BoldOblique",
};

/** The standard font that a name in default resources stands for; Helvetica for an unknown one. */
export const standardFace = (name: string): string => KNOWN_NAMES[name] ?? "Helvetica";

/** A font dictionary for a standard font of Latin text. */
export const standardFontResource = (face: string): Ref =>
  new Ref(
    makeDict({
      Type: new Name("Font"),
      Subtype: new Name("Type1"),
      BaseFont: new Name(face),
      Encoding: new Name("WinAnsiEncoding"),
    }),
  );

/** A font dictionary for the marks of check boxes. */
export const dingbatsResource = (): Ref =>
  new Ref(makeDict({ Type: new Name("Font"), Subtype: new Name("Type1"), BaseFont: new Name("ZapfDingbats") }));
