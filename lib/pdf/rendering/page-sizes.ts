import type { OpenDocument } from "../pdfium/open-document.ts";

/** A size in points, of the page as it is shown: turned, and cut to its crop box. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A page with its zero-based position in the file. */
export interface SizedPage extends PageSize {
  readonly position: number;
}

/** The sizes of the pages at these positions; undefined if PDFium cannot find one of them. */
export const pageSizes = ({ pdfium, handle }: OpenDocument, positions: readonly number[]): SizedPage[] | undefined => {
  const pages: SizedPage[] = [];
  const at = pdfium.wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
  for (const position of positions) {
    if (pdfium._FPDF_GetPageSizeByIndexF(handle, position, at) === 0) break;
    const [width = 0, height = 0] = new Float32Array(pdfium.HEAPU8.buffer, at, 2);
    pages.push({ position, width, height });
  }
  pdfium.wasmExports.free(at);
  return pages.length === positions.length ? pages : undefined;
};
