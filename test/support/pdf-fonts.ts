import { OPS, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { withPdfJs } from "./pdf/look.ts";

/** A font of a PDF. */
interface UsedFont {
  /** With the tag of its subset: `ABCDEF+NotoSansThai-Regular`. */
  readonly name: string;
  /** `CIDFontType2`, `TrueType`, `Type3`. */
  readonly type: string;
  /** Whether it is used for a character that it has no glyph for. */
  readonly missing: boolean;
}

interface Glyph {
  readonly originalCharCode: number;
  readonly unicode: string;
}

const read = async (document: PDFDocumentProxy): Promise<UsedFont[]> => {
  const fonts = new Map<string, UsedFont>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    let current = "";
    for (const [index, code] of fnArray.entries()) {
      if (code === OPS.setFont) {
        current = argsArray[index][0];
        const { name, type, isType3Font } = page.commonObjs.get(current);
        const known = fonts.get(current);
        fonts.set(current, known ?? { name: name ?? "", type: isType3Font ? "Type3" : type, missing: false });
      }
      if (code !== OPS.showText) continue;
      const glyphs: Glyph[] = argsArray[index][0].filter(
        (glyph: unknown) => typeof glyph === "object" && glyph !== null,
      );
      // Skia keeps glyph numbers in its subsets: glyph 0 is the box.
      const missing = glyphs.some(({ originalCharCode }) => originalCharCode === 0);
      const font = fonts.get(current);
      if (font && missing) fonts.set(current, { ...font, missing });
    }
  }
  return [...fonts.values()];
};

/** The fonts that show text in a PDF, and whether any of them shows its "no such character" box. */
export const fontsOf = (pdf: Uint8Array): Promise<UsedFont[]> => withPdfJs(pdf, read, { fontExtraProperties: true });
