import type { Handle, Pdfium } from "./pdfium.ts";

/** A rectangle in pixels; right and bottom are exclusive. */
export interface PixelRectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Matrix = [number, number, number, number, number, number];

/** Types of page objects (`fpdf_edit.h`). */
const IMAGE_OBJECT = 3;
const FORM_OBJECT = 5;
const DEPTH_LIMIT = 8;
const OBJECTS_LIMIT = 50_000;
const PLACES_LIMIT = 2000;

const FLOATS_CAPACITY = 8;

/** Returns the floats that a PDFium call writes, each to its own address; empty if the call fails. */
const floatsOf = (pdfium: Pdfium, call: (at: (index: number) => Handle) => number, count: number): number[] => {
  const room = pdfium.wasmExports.malloc(FLOATS_CAPACITY * Float32Array.BYTES_PER_ELEMENT);
  const done = call((index) => room + 4 * index);
  const floats = [...new Float32Array(pdfium.HEAPU8.buffer.slice(room, room + 4 * count))];
  pdfium.wasmExports.free(room);
  return done === 0 ? [] : floats;
};

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The matrix that applies `first`, then `then`. */
const multiply = (first: Matrix, then: Matrix): Matrix => {
  const [a, b] = [first[0] * then[0] + first[1] * then[2], first[0] * then[1] + first[1] * then[3]];
  const [c, d] = [first[2] * then[0] + first[3] * then[2], first[2] * then[1] + first[3] * then[3]];
  return [a, b, c, d, ...apply(then, first[4], first[5])];
};

/** Finds the corners of the pictures in an object and its nested forms, in page space. */
class PictureSearch {
  readonly corners: [number, number][][] = [];
  readonly #pdfium: Pdfium;
  #left = OBJECTS_LIMIT;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  visit(object: Handle, under: Matrix, depth: number): void {
    if (--this.#left < 0 || this.corners.length >= PLACES_LIMIT) return;
    const pdfium = this.#pdfium;
    const kind = pdfium._FPDFPageObj_GetType(object);
    if (kind === IMAGE_OBJECT) this.#addImage(object, under);
    if (kind !== FORM_OBJECT || depth >= DEPTH_LIMIT) return;
    const own = floatsOf(pdfium, (at) => pdfium._FPDFPageObj_GetMatrix(object, at(0)), 6);
    const within = own.length === 6 ? multiply(own as Matrix, under) : under;
    const count = pdfium._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count && this.#left > 0; index++) {
      this.visit(pdfium._FPDFFormObj_GetObject(object, index), within, depth + 1);
    }
  }

  #addImage(image: Handle, under: Matrix): void {
    const bounds = floatsOf(
      this.#pdfium,
      (at) => this.#pdfium._FPDFPageObj_GetBounds(image, at(0), at(1), at(2), at(3)),
      4,
    );
    if (bounds.length < 4) return;
    const [left, bottom, right, top] = bounds as [number, number, number, number];
    this.corners.push(
      [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
      ].map(([x, y]) => apply(under, x!, y!)),
    );
  }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Adds the rectangles of annotations that show a picture. */
const addAnnotations = (pdfium: Pdfium, page: Handle, search: PictureSearch): void => {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), PLACES_LIMIT);
  for (let index = 0; index < count; index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const objects = Math.min(pdfium._FPDFAnnot_GetObjectCount(annotation), PLACES_LIMIT);
    let shows = false;
    for (let object = 0; object < objects && !shows; object++) {
      const inside = new PictureSearch(pdfium);
      inside.visit(pdfium._FPDFAnnot_GetObject(annotation, object), IDENTITY, 0);
      shows = inside.corners.length > 0;
    }
    const rectangle = shows ? floatsOf(pdfium, (at) => pdfium._FPDFAnnot_GetRect(annotation, at(0)), 4) : [];
    pdfium._FPDFPage_CloseAnnot(annotation);
    const [left = 0, top = 0, right = 0, bottom = 0] = rectangle;
    if (rectangle.length === 4) {
      search.corners.push([
        [left, top],
        [right, bottom],
      ]);
    }
  }
};

const rectangleOf = (
  pdfium: Pdfium,
  page: Handle,
  width: number,
  height: number,
  corners: [number, number][],
): PixelRectangle => {
  const points = corners.map(([x, y]) => {
    const room = pdfium.wasmExports.malloc(8);
    pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, room, room + 4);
    const [column = 0, row = 0] = new Int32Array(pdfium.HEAPU8.buffer.slice(room, room + 8));
    pdfium.wasmExports.free(room);
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
export const picturePlaces = (pdfium: Pdfium, page: Handle, width: number, height: number): PixelRectangle[] => {
  const search = new PictureSearch(pdfium);
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) search.visit(pdfium._FPDFPage_GetObject(page, index), IDENTITY, 0);
  addAnnotations(pdfium, page, search);
  const places = search.corners.map((corners) => rectangleOf(pdfium, page, width, height, corners));
  return places.filter(({ left, top, right, bottom }) => right > left && bottom > top);
};
