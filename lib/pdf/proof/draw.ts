import { createHash } from "node:crypto";
import type { Size } from "../../pictures/pixels.ts";
import { type OpenDocument, withPage } from "../pdfium/open-document.ts";
import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { type PicturePlace, picturePlaces } from "./picture-places.ts";

/** What is known of a page beside its pixels. */
export interface PageFacts {
  width: number;
  height: number;
  /** A digest of its text without white space, in which readers differ. */
  text: string;
  pictures: PicturePlace[];
}

/** A page as PDFium renders it, and its text. */
export interface DrawnPage extends PageFacts {
  /** One element per pixel: blue, green and red from the lowest byte up, and 255. */
  pixels: Int32Array;
}

/** Resolution at which small text is still visible; small pages are drawn larger, large ones smaller. */
const PAGE_DPI = 72;
const LONGEST_SIDE_PX = 1100;
const SHORTEST_SIDE_PX = 200;
const BGRX = 3;
/** Each byte of an opaque white pixel. */
const WHITE_BYTE = 0xff;
/** Flags of `FPDF_RenderPageBitmap`: annotations too, and text as `FPDF_FFLDraw` draws it in any case. */
const [RENDER_ANNOTATIONS, RENDER_LCD_TEXT] = [1, 2];
const TEXT_LIMIT_CHARACTERS = 2_000_000;

const sizeOf = (pdfium: Pdfium, page: Handle): Size => {
  const [width, height] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)];
  const longest = Math.max(width, height, 1);
  const scale = Math.min(LONGEST_SIDE_PX / longest, Math.max(PAGE_DPI / 72, SHORTEST_SIDE_PX / longest));
  const pixels = (side: number) => Math.min(LONGEST_SIDE_PX, Math.max(1, Math.round(side * scale)));
  return { width: pixels(width), height: pixels(height) };
};

/** Draws a page, and returns what `keep` makes of its pixels, which are overwritten later. */
const drawn = <Kept>(
  { pdfium, form }: OpenDocument,
  page: Handle,
  { width, height }: Size,
  keep: (pixels: Int32Array) => Kept,
): Kept => {
  const size = 4 * width * height;
  const at = pdfium.wasmExports.malloc(size);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGRX, at, 4 * width);
  pdfium.HEAPU8.fill(WHITE_BYTE, at, at + size);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_ANNOTATIONS | RENDER_LCD_TEXT);
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0);
  const kept = keep(new Int32Array(pdfium.HEAPU8.buffer, at, width * height));
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(at);
  return kept;
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

/**
 * Draws a page and reads its text, with its pixels as `keep` keeps them, which must not return the pixels that it is given;
 * undefined if PDFium cannot load it.
 */
export const drawPage = <Kept extends object>(
  document: OpenDocument,
  index: number,
  keep: (pixels: Int32Array) => Kept,
): (PageFacts & Kept) | undefined =>
  withPage(document, index, (page) => {
    const { pdfium } = document;
    const size = sizeOf(pdfium, page);
    const kept = drawn(document, page, size, keep);
    const text = textDigestOf(pdfium, page);
    return { ...size, ...kept, text, pictures: picturePlaces(pdfium, page, size) };
  });
