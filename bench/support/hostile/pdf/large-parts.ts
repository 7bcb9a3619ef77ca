import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { fontsFolder } from "../../../../lib/fonts/folder.ts";
import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, drawing, list, PAGE } from "./file.ts";

const FONT_BYTES = 30_000_000;
const FIELD_COUNT = 10_000;
/** Latin letters, each of half the size of the font. */
const WIDTHS = `/FirstChar 32/LastChar 126/Widths[${"500 ".repeat(95)}]`;

/** A font program that draws letters, and zeros behind it. */
const fontProgram = (): string => {
  const program = Buffer.alloc(FONT_BYTES);
  readFileSync(join(fontsFolder, "files/LiberationSans-Bold.ttf")).copy(program);
  return rawStream(deflateSync(program), `/Filter/FlateDecode/Length1 ${FONT_BYTES}`);
};

/** Files whose fonts are large. */
export const largeFonts: Readonly<Record<string, () => Buffer>> = {
  "a font of 30 MB": () =>
    rawPdf([
      ...drawing(rawStream("BT /F 9 Tf 9 9 Td (abc) Tj ET"), "/Font<</F 5 0 R>>"),
      `<</Type/Font/Subtype/TrueType/BaseFont/Large${WIDTHS}/Encoding/WinAnsiEncoding/FontDescriptor 6 0 R>>`,
      "<</Type/FontDescriptor/FontName/Large/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
      fontProgram(),
    ]),
};

/** Files with large forms. */
export const largeForms: Readonly<Record<string, () => Buffer>> = {
  "10,000 fields": () => {
    const fields = list(FIELD_COUNT, (index) => `${index + 6} 0 R`, " ");
    return rawPdf([
      CATALOG.replace(">>", `/AcroForm<</Fields[${fields}]/DA(/Helv 9 Tf)/DR<</Font<</Helv 5 0 R>>>>>>>>`),
      `<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 999 999]>>`,
      PAGE.replace(">>", `/Annots[${fields}]>>`),
      "null",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      ...Array.from({ length: FIELD_COUNT }, (_, index) => {
        const [x, y] = [(index % 100) * 9, Math.floor(index / 100) * 9];
        return `<</Type/Annot/Subtype/Widget/FT/Tx/T(field ${index})/V(a)/P 3 0 R/Rect[${x} ${y} ${x + 8} ${y + 8}]>>`;
      }),
    ]);
  },
};
