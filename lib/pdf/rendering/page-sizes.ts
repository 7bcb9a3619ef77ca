import type { OpenDocument } from "../pdfium/open-document.ts";

/** A size in points, of the page as it is shown: turned, and cut to its crop box. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** The sizes of pages, by their zero-based positions; undefined if PDFium cannot find one of them. */
export const pageSizes = ({ pdfium, handle }: OpenDocument, positions: readonly number[]): PageSize[] | undefined => {
  const sizes: PageSize[] = [];
  const at = pdfium.wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
  for (const position of positions) {
    if (pdfium._FPDF_GetPageSizeByIndexF(handle, position, at) === 0) break;
    const [width = 0, height = 0] = new Float32Array(pdfium.HEAPU8.buffer, at, 2);
    sizes.push({ width, height });
  }
  pdfium.wasmExports.free(at);
  return sizes.length === positions.length ? sizes : undefined;
};
