import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PDFiumModule } from "@hyzyla/pdfium";
import { letTableGrow } from "./growable-table.ts";

/** An address in PDFium's memory, or the handle of an object; 0 is none. */
export type Handle = number;

/** The area that a page is drawn to, in pixels, and its rotation in quarter turns. */
type PageArea = [startX: number, startY: number, width: number, height: number, rotate: number];

/**
 * The functions of PDFium's C interface that Platen calls (`fpdfview.h`, `fpdf_text.h`, `fpdf_edit.h`, `fpdf_annot.h`,
 * `fpdf_flatten.h`, `fpdf_structtree.h`, `fpdf_doc.h`, `fpdf_formfill.h`).
 */
export interface Pdfium {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly wasmExports: {
    readonly __indirect_function_table: WebAssembly.Table;
    malloc(size: number): Handle;
    free(at: Handle): void;
  };
  _FPDF_SetSystemFontInfo(info: Handle): void;
  _FPDF_InitLibraryWithConfig(config: number): void;
  _FPDF_LoadMemDocument(bytes: Handle, size: number, password: Handle): Handle;
  _FPDF_CloseDocument(document: Handle): void;
  _FPDF_GetPageCount(document: Handle): number;
  _FPDF_LoadPage(document: Handle, index: number): Handle;
  _FPDF_ClosePage(page: Handle): void;
  _FPDF_GetPageSizeByIndexF(document: Handle, index: number, out: Handle): number;
  _FPDF_GetPageWidthF(page: Handle): number;
  _FPDF_GetPageHeightF(page: Handle): number;
  _FPDF_PageToDevice(page: Handle, ...area: [...PageArea, x: number, y: number, outX: Handle, outY: Handle]): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, at: Handle, stride: number): Handle;
  _FPDFBitmap_FillRect(bitmap: Handle, left: number, top: number, width: number, height: number, colour: number): void;
  _FPDFBitmap_Destroy(bitmap: Handle): void;
  _FPDF_RenderPageBitmap(bitmap: Handle, page: Handle, ...area: [...PageArea, flags: number]): void;
  _FPDFDOC_InitFormFillEnvironment(document: Handle, info: Handle): Handle;
  _FPDFDOC_ExitFormFillEnvironment(form: Handle): void;
  _FORM_OnAfterLoadPage(page: Handle, form: Handle): void;
  _FORM_OnBeforeClosePage(page: Handle, form: Handle): void;
  _FPDF_FFLDraw(form: Handle, bitmap: Handle, page: Handle, ...area: [...PageArea, flags: number]): void;
  _FPDFText_LoadPage(page: Handle): Handle;
  _FPDFText_ClosePage(text: Handle): void;
  _FPDFText_CountChars(text: Handle): number;
  _FPDFText_GetText(text: Handle, from: number, count: number, out: Handle): number;
  _FPDFText_GetUnicode(text: Handle, index: number): number;
  _FPDFText_IsGenerated(text: Handle, index: number): number;
  _FPDFText_HasUnicodeMapError(text: Handle, index: number): number;
  _FPDFText_GetTextObject(text: Handle, index: number): Handle;
  _FPDFText_GetFontSize(text: Handle, index: number): number;
  _FPDFText_GetMatrix(text: Handle, index: number, out: Handle): number;
  _FPDFText_GetLooseCharBox(text: Handle, index: number, out: Handle): number;
  _FPDFText_GetCharBox(text: Handle, index: number, left: Handle, right: Handle, bottom: Handle, top: Handle): number;
  _FPDFText_GetCharOrigin(text: Handle, index: number, outX: Handle, outY: Handle): number;
  _FPDFTextObj_GetFont(object: Handle): Handle;
  _FPDFFont_GetFlags(font: Handle): number;
  _FPDFFont_GetWeight(font: Handle): number;
  _FPDFFont_GetBaseFontName(font: Handle, out: Handle, size: number): number;
  _FPDFPageObj_GetMarkedContentID(object: Handle): number;
  _FPDF_GetPageBoundingBox(page: Handle, out: Handle): number;
  _FPDFPage_GetRotation(page: Handle): number;
  _FPDFPage_Flatten(page: Handle, usage: number): number;
  _FPDFPageObj_CountMarks(object: Handle): number;
  _FPDFPageObj_GetMark(object: Handle, index: number): Handle;
  _FPDFPageObjMark_GetName(mark: Handle, out: Handle, size: number, outSize: Handle): number;
  _FPDFPageObjMark_GetParamBlobValue(mark: Handle, key: Handle, out: Handle, size: number, outSize: Handle): number;
  _FPDF_StructTree_GetForPage(page: Handle): Handle;
  _FPDF_StructTree_Close(tree: Handle): void;
  _FPDF_StructTree_CountChildren(tree: Handle): number;
  _FPDF_StructTree_GetChildAtIndex(tree: Handle, index: number): Handle;
  _FPDF_StructElement_CountChildren(element: Handle): number;
  _FPDF_StructElement_GetChildAtIndex(element: Handle, index: number): Handle;
  _FPDF_StructElement_GetChildMarkedContentID(element: Handle, index: number): number;
  _FPDF_StructElement_GetType(element: Handle, out: Handle, size: number): number;
  _FPDF_StructElement_GetAltText(element: Handle, out: Handle, size: number): number;
  _FPDFLink_Enumerate(page: Handle, position: Handle, out: Handle): number;
  _FPDFLink_GetAnnotRect(link: Handle, out: Handle): number;
  _FPDFLink_GetAction(link: Handle): Handle;
  _FPDFAction_GetType(action: Handle): number;
  _FPDFAction_GetURIPath(document: Handle, action: Handle, out: Handle, size: number): number;
  _FPDFAnnot_GetSubtype(annotation: Handle): number;
  _FPDFPage_CountObjects(page: Handle): number;
  _FPDFPage_GetObject(page: Handle, index: number): Handle;
  _FPDFFormObj_CountObjects(form: Handle): number;
  _FPDFFormObj_GetObject(form: Handle, index: number): Handle;
  _FPDFPageObj_GetType(object: Handle): number;
  _FPDFPageObj_GetMatrix(object: Handle, out: Handle): number;
  _FPDFPageObj_GetBounds(object: Handle, left: Handle, bottom: Handle, right: Handle, top: Handle): number;
  _FPDFImageObj_GetImagePixelSize(image: Handle, outWidth: Handle, outHeight: Handle): number;
  _FPDFImageObj_GetImageDataRaw(image: Handle, out: Handle, size: number): number;
  _FPDFPage_GetAnnotCount(page: Handle): number;
  _FPDFPage_GetAnnot(page: Handle, index: number): Handle;
  _FPDFPage_CloseAnnot(annotation: Handle): void;
  _FPDFAnnot_GetObjectCount(annotation: Handle): number;
  _FPDFAnnot_GetObject(annotation: Handle, index: number): Handle;
  _FPDFAnnot_GetRect(annotation: Handle, out: Handle): number;
}

/**
 * Lets a module call PDFium's functions directly: the functions that come with it check how each call is made, which takes longer
 * than most calls.
 */
const callDirectly = (pdfium: Pdfium): void => {
  for (const [name, call] of Object.entries(pdfium.wasmExports)) {
    const key = `_${name}`;
    if (key in pdfium) Object.assign(pdfium, { [key]: call });
  }
};

/** The module's request for more memory; 0 refuses it. */
type ResizeHeap = (bytes: number) => number | boolean;

const wasmPath = (): string => createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");

/** PDFium's code, which several threads may share. */
export const compilePdfium = async (): Promise<WebAssembly.Module> => {
  const code = await readFile(wasmPath());
  letTableGrow(code); // for functions that PDFium calls back
  return WebAssembly.compile(code);
};

/**
 * Loads PDFium in a WebAssembly memory that never exceeds `memoryLimitBytes`. A document that needs more ends in an
 * exception, after which the module cannot be used again; or it is drawn in part, after a call of `onRefusal`.
 */
export const loadPdfium = async (
  memoryLimitBytes: number,
  onRefusal: () => void = () => {},
  code: Promise<WebAssembly.Module> = compilePdfium(),
): Promise<Pdfium> => {
  const module = await code;
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object => {
    const environment = imports["env"] as unknown as { emscripten_resize_heap: ResizeHeap };
    const grow = environment.emscripten_resize_heap;
    environment.emscripten_resize_heap = (bytes) => {
      if (bytes >>> 0 <= memoryLimitBytes) return grow(bytes);
      onRefusal();
      return 0;
    };
    void WebAssembly.instantiate(module, imports).then((instance) => ready(instance, module));
    return {};
  };
  const make = PDFiumModule as unknown as (options: object) => Promise<Pdfium>;
  const silent = () => {};
  const pdfium = await make({ instantiateWasm, print: silent, printErr: silent });
  callDirectly(pdfium);
  pdfium._FPDF_InitLibraryWithConfig(0);
  return pdfium;
};
