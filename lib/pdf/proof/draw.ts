import { createHash } from "node:crypto";
import { type OpenDocument, withPage } from "../pdfium/open-document.ts";
import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { type PicturePlace, picturePlaces } from "./picture-places.ts";

/** A page as PDFium renders it, and its text. */
export interface DrawnPage {
  width: number;
  height: number;
  /** One element per pixel: blue, green and red from the lowest byte up, and 255. */
  pixels: Int32Array;
  /** A digest of its text without white space, in which readers differ. */
  text: string;
  pictures: PicturePlace[];
}

/** Resolution at which small text is still visible; small pages are drawn larger, large ones smaller. */
const PAGE_DPI = 72;
const LONGEST_SIDE_PX = 1100;
const SHORTEST_SIDE_PX = 200;
const BGRX = 3;
const OPAQUE_WHITE = 0xffffffff;
/** Flags of `FPDF_RenderPageBitmap`: annotations too, and text as `FPDF_FFLDraw` draws it in any case. */
const [RENDER_ANNOTATIONS, RENDER_LCD_TEXT] = [1, 2];
const TEXT_LIMIT_CHARACTERS = 2_000_000;

const sizeOf = (pdfium: Pdfium, page: Handle): { width: number; height: number } => {
  const [width, height] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)];
  const longest = Math.max(width, height, 1);
  const scale = Math.min(LONGEST_SIDE_PX / longest, Math.max(PAGE_DPI / 72, SHORTEST_SIDE_PX / longest));
  const pixels = (side: number) => Math.min(LONGEST_SIDE_PX, Math.max(1, Math.round(side * scale)));
  return { width: pixels(width), height: pixels(height) };
};

const pixelsOf = ({ pdfium, form }: OpenDocument, page: Handle, width: number, height: number): Int32Array => {
  const size = 4 * width * height;
  const at = pdfium.wasmExports.malloc(size);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRX, at, 4 * width);
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_ANNOTATIONS | RENDER_LCD_TEXT);
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0);
  const pixels = new Int32Array(pdfium.HEAPU8.buffer.slice(at, at + size));
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(at);
  return pixels;
};

const textDigestOf = (pdfium: Pdfium, page: Handle): string => {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return "";
  const count = Math.min(pdfium._FPDFText_CountChars(text), TEXT_LIMIT_CHARACTERS);
  const address = pdfium.wasmExports.malloc(2 * count + 2);
  const written = pdfium._FPDFText_GetText(text, 0, count, address);
  const bytes = Buffer.from(pdfium.HEAPU8.buffer.slice(address, address + 2 * Math.max(0, written - 1)));
  pdfium.wasmExports.free(address);
  pdfium._FPDFText_ClosePage(text);
  return createHash("sha1")
    .update(bytes.toString("utf16le").replace(/[\s\0]/g, ""))
    .digest("base64");
};

/** Draws a page and reads its text; undefined if PDFium cannot load it. */
export const drawPage = (document: OpenDocument, index: number): DrawnPage | undefined =>
  withPage(document, index, (page) => {
    const { pdfium } = document;
    const { width, height } = sizeOf(pdfium, page);
    const pixels = pixelsOf(document, page, width, height);
    const text = textDigestOf(pdfium, page);
    const pictures = picturePlaces(pdfium, page, { width, height });
    return { width, height, pixels, text, pictures };
  });
