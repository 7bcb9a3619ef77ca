import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** The text of a PDF as PDF.js extracts it, a string a page. */
export const pagesOf = async (pdf: Uint8Array): Promise<string[]> => {
  const loading = getDocument({
    data: new Uint8Array(pdf),
    standardFontDataUrl: `${join(root, "standard_fonts")}/`,
    cMapUrl: `${join(root, "cmaps")}/`,
    verbosity: 0,
  });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  await loading.destroy();
  return pages;
};

/** All of a PDF's text. */
export const textOf = async (pdf: Uint8Array): Promise<string> => (await pagesOf(pdf)).join("\n");
