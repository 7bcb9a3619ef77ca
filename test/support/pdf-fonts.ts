import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

/** A font of a PDF. */
export interface UsedFont {
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

/** The fonts that show text in a PDF, and whether any of them shows its "no such character" box. */
export const fontsOf = async (pdf: Uint8Array): Promise<UsedFont[]> => {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0, fontExtraProperties: true });
  const { OPS } = await getResolvedPDFJS();
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
      // Skia keeps the numbers of glyphs in its subsets: 0 is the box.
      const missing = glyphs.some(({ originalCharCode }) => originalCharCode === 0);
      const font = fonts.get(current);
      if (font && missing) fonts.set(current, { ...font, missing });
    }
  }
  await document.loadingTask.destroy();
  return [...fonts.values()];
};
