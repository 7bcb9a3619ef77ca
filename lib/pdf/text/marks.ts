import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { textOfString } from "../strings.ts";
import type { Scratch } from "./scratch.ts";

/** Marks of an object that are read. */
const MARKS_LIMIT = 20;
/** The end of the scratch memory: the length of what PDFium writes, and the key of an entry. */
const [LENGTH_BYTES, KEY_BYTES] = [4, 16];

/** Reads the marked contents that objects are in (ISO 32000-2, 14.6). */
export class Marks {
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  readonly #size: number;
  readonly #key: number;

  constructor(pdfium: Pdfium, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
    this.#key = scratch.size - KEY_BYTES;
    this.#size = this.#key - LENGTH_BYTES;
  }

  /** The marked contents of an object, the innermost one last. */
  of(object: Handle): Handle[] {
    const count = object === 0 ? 0 : Math.max(0, this.#pdfium._FPDFPageObj_CountMarks(object));
    const marks: Handle[] = [];
    for (let at = 0; at < Math.min(count, MARKS_LIMIT); at++) marks.push(this.#pdfium._FPDFPageObj_GetMark(object, at));
    return marks;
  }

  nameOf(mark: Handle): string {
    const { at } = this.#scratch;
    this.#pdfium._FPDFPageObjMark_GetName(mark, at, this.#size, at + this.#size);
    return this.#scratch.text("utf16le", () => this.#scratch.integer(this.#size));
  }

  /** The text that stands in the place of what is in a marked content (ISO 32000-2, 14.9.4); undefined without one. */
  actualTextOf(mark: Handle): string | undefined {
    const { at } = this.#scratch;
    const key = this.#scratch.setText(this.#key, "ActualText");
    const end = at + this.#size;
    if (this.#pdfium._FPDFPageObjMark_GetParamBlobValue(mark, key, at, this.#size, end) !== 1) return undefined;
    return textOfString(this.#scratch.bytes(this.#scratch.integer(this.#size)));
  }
}
