import type { Size } from "../../pictures/pixels.ts";
import { IDENTITY, type Matrix, matrixOf, multiply } from "../contents/matrix.ts";
import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import type { PictureIdentity } from "./shown-pictures.ts";

/** A rectangle in pixels; right and bottom are exclusive. */
export interface PixelRectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a page shows a picture; an annotation may show several. */
export interface PicturePlace extends PixelRectangle {
  pictures: readonly PictureIdentity[];
}

/** The corners of a picture's place in page space. */
interface PictureCorners {
  corners: [number, number][];
  pictures: PictureIdentity[];
}

/** Types of page objects (`fpdf_edit.h`). */
const IMAGE_OBJECT = 3;
const FORM_OBJECT = 5;
const DEPTH_LIMIT = 8;
const OBJECTS_LIMIT = 50_000;
const PLACES_LIMIT = 2000;

const FLOATS_CAPACITY = 8;

/** Returns the floats that a PDFium call writes, each to its own address; empty if the call fails. */
const floatsOf = (pdfium: Pdfium, call: (at: (index: number) => Handle) => number, count: number): number[] => {
  const address = pdfium.wasmExports.malloc(FLOATS_CAPACITY * Float32Array.BYTES_PER_ELEMENT);
  const done = call((index) => address + 4 * index);
  const floats = [...new Float32Array(pdfium.HEAPU8.buffer.slice(address, address + 4 * count))];
  pdfium.wasmExports.free(address);
  return done === 0 ? [] : floats;
};

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

const identityOf = (pdfium: Pdfium, image: Handle): PictureIdentity => {
  const address = pdfium.wasmExports.malloc(8);
  const isKnown = pdfium._FPDFImageObj_GetImagePixelSize(image, address, address + 4) !== 0;
  const [width = 0, height = 0] = isKnown ? new Uint32Array(pdfium.HEAPU8.buffer.slice(address, address + 8)) : [];
  pdfium.wasmExports.free(address);
  return { width, height, bytes: pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0) };
};

/** Finds the corners of the pictures in an object and its nested forms, in page space. */
class PictureSearch {
  readonly found: PictureCorners[] = [];
  readonly #pdfium: Pdfium;
  #left = OBJECTS_LIMIT;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  visit(object: Handle, matrix: Matrix, depth: number): void {
    if (--this.#left < 0 || this.found.length >= PLACES_LIMIT) return;
    const pdfium = this.#pdfium;
    const kind = pdfium._FPDFPageObj_GetType(object);
    if (kind === IMAGE_OBJECT) this.#addImage(object, matrix);
    if (kind !== FORM_OBJECT || depth >= DEPTH_LIMIT) return;
    const own = floatsOf(pdfium, (at) => pdfium._FPDFPageObj_GetMatrix(object, at(0)), 6);
    const innerMatrix = multiply(matrixOf(own) ?? IDENTITY, matrix);
    const count = pdfium._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && this.#left > 0; index++) {
      this.visit(pdfium._FPDFFormObj_GetObject(object, index), innerMatrix, depth + 1);
    }
  }

  #addImage(image: Handle, matrix: Matrix): void {
    const bounds = floatsOf(
      this.#pdfium,
      (at) => this.#pdfium._FPDFPageObj_GetBounds(image, at(0), at(1), at(2), at(3)),
      4,
    );
    if (bounds.length < 4) return;
    const [left, bottom, right, top] = bounds as [number, number, number, number];
    const corners = [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ] as const;
    this.found.push({
      corners: corners.map(([x, y]) => apply(matrix, x, y)),
      pictures: [identityOf(this.#pdfium, image)],
    });
  }
}

/** Adds the rectangles of annotations that show a picture. */
const addAnnotations = (pdfium: Pdfium, page: Handle, search: PictureSearch): void => {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), PLACES_LIMIT);
  for (let index = 0; index < count; index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const objects = Math.min(pdfium._FPDFAnnot_GetObjectCount(annotation), PLACES_LIMIT);
    const annotationSearch = new PictureSearch(pdfium);
    for (let object = 0; object < objects; object++) {
      annotationSearch.visit(pdfium._FPDFAnnot_GetObject(annotation, object), IDENTITY, 0);
    }
    const pictures = annotationSearch.found.flatMap((found) => found.pictures);
    const rectangle =
      pictures.length > 0 ? floatsOf(pdfium, (at) => pdfium._FPDFAnnot_GetRect(annotation, at(0)), 4) : [];
    pdfium._FPDFPage_CloseAnnot(annotation);
    const [left = 0, top = 0, right = 0, bottom = 0] = rectangle;
    if (rectangle.length === 4) {
      const corners: PictureCorners["corners"] = [
        [left, top],
        [right, bottom],
      ];
      search.found.push({ corners, pictures });
    }
  }
};

const rectangleOf = (
  pdfium: Pdfium,
  page: Handle,
  { width, height }: Size,
  corners: readonly [number, number][],
): PixelRectangle => {
  const points = corners.map(([x, y]) => {
    const address = pdfium.wasmExports.malloc(8);
    pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, address, address + 4);
    const [column = 0, row = 0] = new Int32Array(pdfium.HEAPU8.buffer.slice(address, address + 8));
    pdfium.wasmExports.free(address);
    return [column, row] as const;
  });
  const [columns, rows] = [points.map(([column]) => column), points.map(([, row]) => row)];
  return {
    left: Math.max(0, Math.min(...columns)),
    top: Math.max(0, Math.min(...rows)),
    right: Math.min(width, Math.max(...columns) + 1),
    bottom: Math.min(height, Math.max(...rows) + 1),
  };
};

/** The rectangles of the pictures on a page that is drawn with a size in pixels. */
export const picturePlaces = (pdfium: Pdfium, page: Handle, size: Size): PicturePlace[] => {
  const search = new PictureSearch(pdfium);
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) search.visit(pdfium._FPDFPage_GetObject(page, index), IDENTITY, 0);
  addAnnotations(pdfium, page, search);
  const places = search.found.map(({ corners, pictures }) => ({
    ...rectangleOf(pdfium, page, size, corners),
    pictures,
  }));
  return places.filter(({ left, top, right, bottom }) => right > left && bottom > top);
};

const isWithin = (inner: PixelRectangle, outer: PixelRectangle): boolean =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;

/** The places, given from back to front, that cover another one further in front, or are covered by it. */
export const placesBehind = (places: readonly PicturePlace[]): PicturePlace[] =>
  places.filter((place, at) => places.slice(at + 1).some((other) => isWithin(other, place) || isWithin(place, other)));
