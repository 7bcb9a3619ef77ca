import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import type { PageArea } from "./page-frame.ts";
import type { Scratch } from "./scratch.ts";

/** The part of a page that is shown: its crop box within its media box. */
export const areaOf = (pdfium: Pdfium, page: Handle, scratch: Scratch): PageArea => {
  pdfium._FPDF_GetPageBoundingBox(page, scratch.at);
  const [left, top, right, bottom] = scratch.floats();
  return { left, bottom, right, top, quarters: pdfium._FPDFPage_GetRotation(page) & 3 };
};
