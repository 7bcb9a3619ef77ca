import type { Size } from "../../pictures/pixels.ts";
import type { OpenDocument } from "../pdfium/open-document.ts";
import type { Handle } from "../pdfium/pdfium.ts";
import type { PageResult } from "./page-result.ts";

/** How a page is drawn. The background has red, green, blue and opacity from 0 to 255. */
export interface DrawOptions extends Size {
  readonly background: readonly [red: number, green: number, blue: number, opacity: number];
}

/** A page as pixels: gray if all of them are, RGB, or RGB with opacity if the background has less than full opacity. */
export interface DrawnPicture extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly channels: 1 | 3 | 4;
}

/** The format of bitmaps without opacity (`fpdfview.h`), with four bytes for each pixel. */
const OPAQUE = 3;
const WITH_OPACITY = 4;
/** Flags of `FPDF_RenderPageBitmap`: annotations too; red in the lowest byte. */
const [RENDER_ANNOTATIONS, REVERSE_BYTE_ORDER] = [1, 16];
/** A larger page is drawn in bands of this many pixels at most, so that PDFium's memory holds no whole picture. */
const BAND_PIXELS = 4_194_304;

/** Draws the band of a page from the row `top` on into a bitmap at `at`. */
const drawBand = (
  { pdfium, form }: OpenDocument,
  page: Handle,
  { width, height, background: [red, green, blue, opacity] }: DrawOptions,
  { at, top, rows }: { at: Handle; top: number; rows: number },
): void => {
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, rows, opacity < 255 ? WITH_OPACITY : OPAQUE, at, 4 * width);
  // The byte order of a bitmap is known only to what is drawn into it, so red and blue change places here.
  const colour = opacity * 2 ** 24 + blue * 2 ** 16 + green * 2 ** 8 + red;
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, colour);
  const area = [0, -top, width, height, 0] as const;
  pdfium._FPDF_RenderPageBitmap(bitmap, page, ...area, RENDER_ANNOTATIONS | REVERSE_BYTE_ORDER);
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, ...area, RENDER_ANNOTATIONS | REVERSE_BYTE_ORDER);
  pdfium._FPDFBitmap_Destroy(bitmap);
};

const WHITE = -1;

/** Writes gray pixels of four bytes as one byte each, from `to` on; the fourth byte does not count. Returns whether all are gray. */
const writeGray = (out: Uint8Array, to: number, pixels: Int32Array): boolean => {
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    // Most pixels are white, and so is all of `out` at first.
    if (pixel === WHITE) continue;
    if (((pixel ^ (pixel >>> 8)) & 0xffff) !== 0) return false;
    out[to + at] = pixel;
  }
  return true;
};

/** Writes pixels of four bytes as red, green and blue, from `to` on. */
const writeColours = (out: Uint8Array, to: number, pixels: Int32Array): void => {
  let byte = to;
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    out[byte++] = pixel;
    out[byte++] = pixel >>> 8;
    out[byte++] = pixel >>> 16;
  }
};

/** Puts the bands of an opaque page together: gray until the first colour comes. */
class OpaquePixels {
  readonly #count: number;
  #gray: Uint8Array<ArrayBuffer> | undefined;
  #colours: Uint8Array<ArrayBuffer> | undefined;
  #done = 0;

  constructor(count: number) {
    this.#count = count;
  }

  add(pixels: Int32Array): void {
    if (!this.#addGray(pixels)) {
      this.#colours ??= this.#fromGray();
      writeColours(this.#colours, 3 * this.#done, pixels);
    }
    this.#done += pixels.length;
  }

  end(): Pick<DrawnPicture, "data" | "channels"> {
    if (this.#colours !== undefined) return { data: this.#colours, channels: 3 };
    return { data: this.#gray ?? new Uint8Array(), channels: 1 };
  }

  #addGray(pixels: Int32Array): boolean {
    if (this.#colours !== undefined) return false;
    this.#gray ??= new Uint8Array(this.#count).fill(255);
    return writeGray(this.#gray, this.#done, pixels);
  }

  #fromGray(): Uint8Array<ArrayBuffer> {
    const colours = new Uint8Array(3 * this.#count);
    const gray = this.#gray;
    this.#gray = undefined;
    for (let at = 0; gray !== undefined && at < this.#done; at++) colours.fill(gray[at]!, 3 * at, 3 * at + 3);
    return colours;
  }
}

/** Draws an open page as a reader shows it, with its annotations and form fields. */
export const drawPicture = (document: OpenDocument, page: Handle, options: DrawOptions): PageResult<DrawnPicture> => {
  const { pdfium } = document;
  const { width, height, background } = options;
  const isOpaque = background[3] === 255;
  const bandRows = Math.min(height, Math.max(1, Math.floor(BAND_PIXELS / width)));
  const at = pdfium.wasmExports.malloc(4 * width * bandRows);
  if (at === 0) throw new RangeError("PDFium has no room for the picture.");
  const opaque = new OpaquePixels(width * height);
  const withOpacity = new Uint8Array(isOpaque ? 0 : 4 * width * height);
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    drawBand(document, page, options, { at, top, rows });
    // The memory moves when it grows, so each band is looked up anew.
    if (isOpaque) opaque.add(new Int32Array(pdfium.HEAPU8.buffer, at, width * rows));
    else withOpacity.set(pdfium.HEAPU8.subarray(at, at + 4 * width * rows), 4 * width * top);
  }
  pdfium.wasmExports.free(at);
  const drawn = isOpaque ? opaque.end() : { data: withOpacity, channels: 4 as const };
  return { result: { width, height, ...drawn }, memories: [drawn.data.buffer] };
};
