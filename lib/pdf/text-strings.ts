import { textOfString } from "./strings.ts";

/** The characters of PDFDocEncoding (ISO 32000-2, annex D.3) that Latin-1 lacks, by their first code. */
const PDF_DOC_CHARACTERS: readonly (readonly [number, string])[] = [
  [0x18, "˘ˇˆ˙˝˛˚˜"],
  [0x80, "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"],
  [0xa0, "€"],
];

const PDF_DOC: ReadonlyMap<number, string> = new Map(
  PDF_DOC_CHARACTERS.flatMap(([first, characters]) =>
    [...characters].map((character, at): [number, string] => [first + at, character]),
  ),
);

const PDF_DOC_CODES: ReadonlyMap<string, number> = new Map([...PDF_DOC].map(([code, character]) => [character, code]));

/** A text in PDFDocEncoding; undefined if that lacks one of its characters. */
export const encodePdfDoc = (text: string): Uint8Array | undefined => {
  const codes = Array.from(text, (character) => PDF_DOC_CODES.get(character) ?? character.codePointAt(0) ?? 0);
  return codes.every((code) => code <= 0xff) ? Uint8Array.from(codes) : undefined;
};

const UTF_8_MARK = [0xef, 0xbb, 0xbf];

/** The text of a string's bytes in any of the encodings of text strings (ISO 32000-2, 7.9.2.2). */
export const readTextString = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return textOfString(bytes);
  if (UTF_8_MARK.every((byte, at) => bytes[at] === byte)) return new TextDecoder().decode(bytes);
  return Array.from(textOfString(bytes), (character) => PDF_DOC.get(character.charCodeAt(0)) ?? character).join("");
};
