import { readToUnicode, writeToUnicode } from "../../../pdf/to-unicode.ts";
import { deflateSync, inflateSync } from "../../../zlib.ts";
import { numberAfter, type Replacement, readSkiaFile, rewriteObjects, type SkiaFile } from "../skia-file.ts";
import { shownGlyphs } from "./content.ts";
import { characterOf, GlyphTexts, hexOf, textOf } from "./glyph-texts.ts";

/** Bytes of one content and of all of them. A file with more stays as it is. */
const CONTENT_LIMIT_BYTES = 16_777_216;
const CONTENTS_LIMIT_BYTES = 134_217_728;

/** Keys of streams that are pictures or fonts. */
const NO_CONTENT = /\/Subtype \/Image|\/Subtype \/CIDFontType0C|\/Length1 /;

const STREAM = " stream\n";
const LENGTH = /\/Length (\d+)/;

interface Stream {
  readonly number: number;
  readonly dictionary: string;
  readonly text: string;
}

/**
 * The stream of an object; undefined for another object, and for a picture or a font. Throws ERR_BUFFER_TOO_LARGE if it has more than
 * `room` bytes.
 */
const streamOf = ({ pdf, offsetOf, dictionaryOf }: SkiaFile, number: number, room: number): Stream | undefined => {
  const object = dictionaryOf(number);
  const end = object.indexOf(STREAM);
  const dictionary = object.toString("latin1", 0, Math.max(0, end));
  const length = LENGTH.exec(dictionary)?.[1];
  if (length === undefined || !dictionary.includes("/Filter /FlateDecode") || NO_CONTENT.test(dictionary)) return;
  // The data may hold what seems to end the object.
  const start = pdf.indexOf(STREAM, offsetOf(number)) + STREAM.length;
  const data = pdf.subarray(start, start + Number(length));
  const maxOutputLength = Math.max(1, Math.min(CONTENT_LIMIT_BYTES, room));
  return { number, dictionary, text: inflateSync(data, { maxOutputLength }).toString("latin1") };
};

const withText = ({ number, dictionary }: Stream, text: string): Replacement => {
  const data = deflateSync(Buffer.from(text, "latin1"));
  const head = dictionary.replace(LENGTH, `/Length ${data.length}`);
  return [number, `${head}${STREAM}${data.toString("latin1")}\nendstream`];
};

/** The contents that show glyphs, and the maps of the fonts of two bytes by the numbers of their fonts. */
const partsOf = (file: SkiaFile) => {
  const contents: Stream[] = [];
  const maps = new Map<number, number>();
  let room = CONTENTS_LIMIT_BYTES;
  for (let number = 1; number < file.size; number++) {
    const dictionary = file.dictionaryOf(number);
    const map = dictionary.includes("/Subtype /Type0") ? numberAfter(dictionary, /\/ToUnicode (\d+) 0 R/) : 0;
    if (map > 0) maps.set(number, map);
    const stream = streamOf(file, number, room);
    room -= stream?.text.length ?? 0;
    if (stream?.text.includes(" Tj\n")) contents.push(stream);
  }
  return { contents, maps };
};

const statedText = (text: string): string => `/Span<</ActualText <FEFF${hexOf(text)}> >> BDC`;

/** A content without the texts that the maps of the fonts have now, and with one character for joined letters. */
const rewritten = (text: string, characters: ReadonlyMap<number, ReadonlyMap<string, string>>): string => {
  const lines = text.split("\n");
  const left: (string | undefined)[] = [...lines];
  for (const { font, codes, stated } of shownGlyphs(lines)) {
    const character = stated && characterOf(stated.hex);
    if (stated === undefined || character === undefined) continue;
    if (codes.length === 1 && characters.get(font)?.get(codes[0] ?? "") === character)
      left[stated.first] = left[stated.last] = undefined;
    else if (character !== textOf(stated.hex)) left[stated.first] = statedText(character);
  }
  return left.filter((line) => line !== undefined).join("\n");
};

/** A ToUnicode CMap with other texts of some glyphs; undefined if it is too large. */
const mapWith = (map: string, characters: ReadonlyMap<string, string>): string | undefined => {
  const texts = readToUnicode(map);
  for (const [code, character] of characters) texts?.set(Number.parseInt(code, 16), hexOf(character));
  return texts && writeToUnicode([...texts]);
};

const changedObjects = (file: SkiaFile): Replacement[] => {
  const { contents, maps } = partsOf(file);
  const texts = new GlyphTexts(new Set(maps.keys()));
  for (const { text } of contents) for (const shown of shownGlyphs(text.split("\n"))) texts.count(shown);
  const characters = new Map([...maps.keys()].map((font) => [font, texts.charactersOf(font)] as const));
  const changedMaps = [...maps].flatMap(([font, number]): Replacement[] => {
    const ofFont = characters.get(font) ?? new Map();
    const map = ofFont.size > 0 ? streamOf(file, number, CONTENT_LIMIT_BYTES) : undefined;
    const text = map && mapWith(map.text, ofFont);
    if (map !== undefined && text !== undefined) return [withText(map, text)];
    characters.delete(font);
    return [];
  });
  const changedContents = contents.flatMap((content): Replacement[] => {
    const text = rewritten(content.text, characters);
    return text === content.text ? [] : [withText(content, text)];
  });
  return [...changedMaps, ...changedContents];
};

/** Whether a stream is too long, or is not what its dictionary says. */
const isUnreadable = (error: unknown): boolean => {
  const { code = "" } = error as NodeJS.ErrnoException;
  return code === "ERR_BUFFER_TOO_LARGE" || code.startsWith("Z_");
};

/**
 * A PDF that Skia has written in which the text of a glyph stands in its font's map (ISO 32000-2, 9.10.3) and no more where the glyph
 * is shown. PDFium turns a word around whose left end is a glyph of the latter kind. PDFium and poppler turn joined letters around, so
 * these become one character. A file of another structure, or with contents that are too long or damaged, is returned as it is.
 */
export const moveGlyphTexts = (pdf: Buffer): Buffer => {
  const file = readSkiaFile(pdf);
  if (file === undefined) return pdf;
  try {
    const objects = changedObjects(file);
    return objects.length === 0 ? pdf : rewriteObjects(file, objects);
  } catch (error) {
    if (isUnreadable(error)) return pdf;
    throw error;
  }
};
