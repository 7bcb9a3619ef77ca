import { subsetCff } from "../../../fonts/cff/subset.ts";
import { get } from "../../access.ts";
import { byteToUnicode } from "../../byte-to-unicode.ts";
import { deflate } from "../../compress/repack.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { faceDescriptor, setDescriptor } from "../../symbolic-font.ts";
import { differencesOf, statedWidth } from "./simple-encoding.ts";
import type { SymbolFace } from "./symbol-faces.ts";

/** A smaller difference of stated and own widths is a rounding; in thousandths of the font size. */
const WIDTH_TOLERANCE = 1;
/** The glyph that readers show for codes that the font does not have. */
const BLANK = "space";

interface CodedName {
  readonly code: number;
  readonly name: string;
  readonly glyph: number;
  readonly width: number;
}

/**
 * The name of the glyph that a code shows. If a symbol font names a whole encoding, readers ignore it as a mistake, and follow only
 * its differences.
 */
const nameFor = (font: Dict, code: number, face: SymbolFace): string => {
  const name = differencesOf(font).get(code) ?? face.encoding.get(code);
  return name === undefined || name === ".notdef" ? BLANK : name;
};

/** The glyphs of codes; undefined if the face lacks one, or the font states other widths. */
const codedNames = (font: Dict, codes: Iterable<number>, face: SymbolFace): CodedName[] | undefined => {
  const coded: CodedName[] = [];
  for (const code of codes) {
    const name = nameFor(font, code, face);
    const glyph = face.glyphNamed(name);
    if (glyph === undefined) return undefined;
    const width = face.widthOf(glyph);
    const stated = font.has("Widths") ? statedWidth(font, code) : width;
    if (stated === undefined || !(Math.abs(stated - width) <= WIDTH_TOLERANCE)) return undefined;
    coded.push({ code, name, glyph, width });
  }
  return coded.sort((a, b) => a.code - b.code);
};

/** The descriptor of a subset of a face; undefined if the subset cannot be made. */
const subsetDescriptor = (coded: readonly CodedName[], face: SymbolFace, tag: string): Dict | undefined => {
  const glyphs = new Set(coded.map(({ glyph }) => glyph));
  const program = subsetCff(face.file, face.cff, glyphs, { hints: true, keepGlyphIds: false });
  if (program === undefined) return undefined;
  const dict = makeDict({ Subtype: new Name("Type1C"), Filter: new Name("FlateDecode") });
  return faceDescriptor(`${tag}+${face.name}`, face.metrics).set(
    "FontFile3",
    new Ref(new Stream(dict, deflate(program))),
  );
};

/** Embeds faces for the symbol fonts of a file. It is one class, because the fonts of a form's check boxes share one subset. */
export class SymbolFonts {
  readonly #made = new Map<string, Dict>();

  /** Embeds a face for a font of which these codes are shown. `tag` marks the subset. Returns false if the face does not fit. */
  embed(font: Dict, codes: Iterable<number>, face: SymbolFace, tag: string): boolean {
    const coded = codedNames(font, codes, face);
    if (coded === undefined) return false;
    const key = [face.name, ...coded.map(({ code, name }) => `${code} ${name}`)].join();
    const made = this.#made.get(key) ?? this.#make(coded, face, tag);
    if (made === undefined) return false;
    this.#made.set(key, made);
    const texts = get(font, "ToUnicode") instanceof Stream ? font.get("ToUnicode") : made.get("ToUnicode");
    for (const [entry, value] of made) font.set(entry, value);
    font.set("ToUnicode", texts ?? null);
    return true;
  }

  /** The entries of a font dictionary with an embedded face. */
  #make(coded: readonly CodedName[], face: SymbolFace, tag: string): Dict | undefined {
    const descriptor = subsetDescriptor(coded, face, tag);
    if (descriptor === undefined) return undefined;
    const differences = coded.flatMap(({ code, name }): Value[] => [code, new Name(name)]);
    const entries = makeDict({
      Subtype: new Name("Type1"),
      Encoding: makeDict({ Type: new Name("Encoding"), Differences: differences }),
      ToUnicode: new Ref(byteToUnicode(coded.map(({ code, name }) => [code, face.characterOf(name)]))),
    });
    setDescriptor(entries, descriptor, coded);
    return entries;
  }
}
