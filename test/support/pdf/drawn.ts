import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";

const scale = 2;

const drawAll = async (document: PDFiumDocument): Promise<Buffer[]> => {
  const pages: Buffer[] = [];
  for (const page of document.pages()) pages.push(Buffer.from((await page.render({ scale, render: "bitmap" })).data));
  return pages;
};

/** The page images of a PDF by PDFium, at 144 dpi. */
export const drawnPages = async (bytes: Uint8Array): Promise<Buffer[]> => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    return await drawAll(document);
  } finally {
    document.destroy();
    library.destroy();
  }
};
