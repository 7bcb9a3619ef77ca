import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { Marks } from "./marks.ts";
import type { Point } from "./page-frame.ts";
import type { Scratch } from "./scratch.ts";

/** More objects of a page are not looked at. */
const OBJECTS_LIMIT = 200_000;
/** The type of a text object (`fpdf_edit.h`). */
const TEXT_OBJECT = 1;

/** The ink of the text objects in one marked content, in the default user space of the page, and the last one with its place. */
export interface Span {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly origin: Point;
  readonly object: Handle;
}

/** A span with an object before it. In text that runs from right to left the marks of a letter come before it. */
const joined = (span: Span, before: Span): Span => ({
  ...span,
  left: Math.min(span.left, before.left),
  bottom: Math.min(span.bottom, before.bottom),
  right: Math.max(span.right, before.right),
  top: Math.max(span.top, before.top),
});

const NON_JOINER = "\u200c";
/** Steps to the places beside one: a letter and the sign behind it have the same place, but for rounding. */
const NEIGHBOUR_STEPS = [-0.5, 0.5].flatMap((stepX) => [-0.5, 0.5].map((stepY) => [stepX, stepY] as const));

const placeOf = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;

/** The text objects of a page, outside of its forms, by the innermost marked content that they are in. */
export class Spans {
  readonly #pdfium: Pdfium;
  readonly #page: Handle;
  readonly #scratch: Scratch;
  readonly #marks: Marks;
  #spans: Map<Handle, Span> | undefined;
  /** The origin of the text object behind each. */
  readonly #next = new Map<Handle, Point>();
  /** The places of signs that keep letters apart, in tenths of a point. */
  readonly #nonJoiners = new Set<string>();

  constructor(pdfium: Pdfium, page: Handle, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#page = page;
    this.#scratch = scratch;
    this.#marks = new Marks(pdfium, scratch);
  }

  /** The span of a marked content; undefined if no text object is directly in it. */
  of(mark: Handle): Span | undefined {
    this.#spans ??= this.#read();
    return this.#spans.get(mark);
  }

  /** The origin of the text object behind one in the content; undefined if there is none, and for one in a form. */
  behind(object: Handle): Point | undefined {
    this.#spans ??= this.#read();
    return this.#next.get(object);
  }

  /** Whether a sign keeps the letter at a place apart from the next one. PDFium does not report it. */
  hasNonJoiner([x, y]: Point): boolean {
    this.#spans ??= this.#read();
    if (this.#nonJoiners.size === 0) return false;
    return NEIGHBOUR_STEPS.some(([stepX, stepY]) => this.#nonJoiners.has(placeOf(10 * x + stepX, 10 * y + stepY)));
  }

  #read(): Map<Handle, Span> {
    const pdfium = this.#pdfium;
    const spans = new Map<Handle, Span>();
    const count = Math.min(pdfium._FPDFPage_CountObjects(this.#page), OBJECTS_LIMIT);
    let next: Point | undefined;
    for (let at = count - 1; at >= 0; at--) {
      const object = pdfium._FPDFPage_GetObject(this.#page, at);
      if (pdfium._FPDFPageObj_GetType(object) !== TEXT_OBJECT) continue;
      const span = this.#spanOf(object);
      if (next !== undefined) this.#next.set(object, next);
      next = span.origin;
      const mark = this.#marks.of(object).at(-1);
      if (mark === undefined) continue;
      const known = spans.get(mark);
      spans.set(mark, known === undefined ? span : joined(known, span));
      if (known === undefined && this.#marks.actualTextOf(mark) === NON_JOINER)
        this.#nonJoiners.add(placeOf(10 * span.origin[0], 10 * span.origin[1]));
    }
    return spans;
  }

  #spanOf(object: Handle): Span {
    const out = this.#scratch.at;
    this.#pdfium._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12);
    const [left, bottom, right, top] = this.#scratch.floats();
    this.#pdfium._FPDFPageObj_GetMatrix(object, out);
    return { object, left, bottom, right, top, origin: this.#scratch.translation() };
  }
}
