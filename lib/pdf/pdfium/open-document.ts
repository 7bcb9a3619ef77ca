import type { Handle, Pdfium } from "./pdfium.ts";

/** Size of `FPDF_FORMFILLINFO` or more; all fields but its version stay 0, so that there are no callbacks. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;

export interface OpenDocument {
  readonly pdfium: Pdfium;
  readonly handle: Handle;
  /** The handle of its form environment; 0 if it has none. */
  readonly form: Handle;
  readonly pages: number;
  close(): void;
}

const startForm = (pdfium: Pdfium, document: Handle): { form: Handle; info: Handle } => {
  const info = pdfium.wasmExports.malloc(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  pdfium.HEAPU8[info] = FORM_INFO_VERSION;
  return { form: pdfium._FPDFDOC_InitFormFillEnvironment(document, info), info };
};

/** Opens a document, with its form or without; undefined if PDFium cannot open it. */
export const openDocument = (pdfium: Pdfium, bytes: Uint8Array, hasForm = true): OpenDocument | undefined => {
  const at = pdfium.wasmExports.malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  const handle = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (handle === 0) {
    pdfium.wasmExports.free(at);
    return undefined;
  }
  const { form, info } = hasForm ? startForm(pdfium, handle) : { form: 0, info: 0 };
  const close = (): void => {
    if (form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
    pdfium._FPDF_CloseDocument(handle);
    if (info !== 0) pdfium.wasmExports.free(info);
    pdfium.wasmExports.free(at);
  };
  return { pdfium, handle, form, pages: pdfium._FPDF_GetPageCount(handle), close };
};

/** Calls `use` with an open page, which is closed afterwards; undefined if PDFium cannot load it. */
export const withPage = <Result>(
  { pdfium, form, handle }: OpenDocument,
  index: number,
  use: (page: Handle) => Result,
): Result | undefined => {
  const page = pdfium._FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  if (form !== 0) pdfium._FORM_OnAfterLoadPage(page, form);
  const result = use(page);
  if (form !== 0) pdfium._FORM_OnBeforeClosePage(page, form);
  pdfium._FPDF_ClosePage(page);
  return result;
};
