import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { functionPointers } from "./function-pointers.ts";
import type { Pdfium } from "./pdfium.ts";

/** The fonts for characters that PDFium's own fonts do not have, by the character set (`fpdf_sysfontinfo.h`). */
const FONTS: ReadonlyMap<number, string> = new Map([
  [128, "NotoSansJP"],
  [129, "NotoSansKR"],
  [134, "NotoSansSC"],
  [136, "NotoSansTC"],
]);

/** From this weight on a font is bold (CSS Fonts 4, 2.2). */
const BOLD_MIN_WEIGHT = 600;

/** Version and number of the fields of `FPDF_SYSFONTINFO`; the functions that are left out are 0. */
const [INFO_VERSION, INFO_FIELDS] = [1, 9];
/** The places of the functions in it. */
const [MAP_FONT, GET_FONT_DATA, GET_FACE_NAME] = [3, 5, 6];

/**
 * Lets PDFium use the fonts of a folder for Chinese, Japanese and Korean text without an embedded font. They are read when they
 * are needed.
 */
export const provideFonts = (pdfium: Pdfium, folder: string): void => {
  /** The handle of a font is its place in this list, from 1 on. */
  const names: string[] = [];
  const files = new Map<number, Uint8Array>();
  const bytesOf = (font: number): Uint8Array => {
    const bytes = files.get(font) ?? readFileSync(join(folder, `${names[font - 1]}.ttc`));
    files.set(font, bytes);
    return bytes;
  };
  /** Writes bytes if there is room; returns how much they need. */
  const write = (bytes: Uint8Array, at: number, room: number): number => {
    if (at !== 0 && room >= bytes.length) pdfium.HEAPU8.set(bytes, at);
    return bytes.length;
  };
  const mapFont = (_info: number, weight: number, _isItalic: number, characterSet: number): number => {
    const family = FONTS.get(characterSet);
    if (family === undefined) return 0;
    const name = `${family}_${weight >= BOLD_MIN_WEIGHT ? "700Bold" : "400Regular"}`;
    if (!existsSync(join(folder, `${name}.ttc`))) return 0;
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name) + 1;
  };
  // A single table is refused: PDFium then reads the whole file.
  const getFontData = (_info: number, font: number, table: number, at: number, room: number): number =>
    table === 0 ? write(bytesOf(font), at, room) : 0;
  const getFaceName = (_info: number, font: number, at: number, room: number): number =>
    write(Buffer.from(`${names[font - 1]}\0`), at, room);
  const [map = 0, data = 0, face = 0] = functionPointers(pdfium.wasmExports.__indirect_function_table, [
    { parameters: 7, call: mapFont as (...values: number[]) => number },
    { parameters: 5, call: getFontData as (...values: number[]) => number },
    { parameters: 4, call: getFaceName as (...values: number[]) => number },
  ]);
  const info = pdfium.wasmExports.malloc(4 * INFO_FIELDS);
  const fields = new Uint32Array(pdfium.HEAPU8.buffer, info, INFO_FIELDS).fill(0);
  fields[0] = INFO_VERSION;
  for (const [place, pointer] of [
    [MAP_FONT, map],
    [GET_FONT_DATA, data],
    [GET_FACE_NAME, face],
  ] as const)
    fields[place] = pointer;
  pdfium._FPDF_SetSystemFontInfo(info);
};
