import { OPS, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { withPdfJs } from "./pdf/look.ts";

/** A page as pdf.js reads it; lengths are in points from the top left corner. */
export interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly words: readonly { readonly text: string; readonly x: number; readonly y: number; readonly size: number }[];
  /** Fill colours: `#ff0000`. */
  readonly fills: readonly string[];
  readonly links: readonly string[];
}

const read = async (document: PDFDocumentProxy): Promise<ReadPage[]> => {
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const runs = items.flatMap((item) => ("str" in item ? [item] : []));
    const { fnArray, argsArray } = await page.getOperatorList();
    const annotations = await page.getAnnotations();
    pages.push({
      width: right - left,
      height: top - bottom,
      text: runs.map(({ str, hasEOL }) => str + (hasEOL ? "\n" : "")).join(""),
      words: runs
        .filter(({ str }) => str.trim() !== "")
        .map(({ str, transform, height }) => ({ text: str, x: transform[4], y: top - transform[5], size: height })),
      fills: fnArray.flatMap((code, index) => (code === OPS.setFillRGBColor ? [String(argsArray[index][0])] : [])),
      links: annotations.flatMap(({ url }) => (url ? [url] : [])),
    });
  }
  return pages;
};

/** Reads a PDF page by page. */
export const readPages = (pdf: Uint8Array): Promise<ReadPage[]> => withPdfJs(pdf, read);

/** The whole text of a PDF. */
export const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await readPages(pdf)).map(({ text }) => text).join("\n");
