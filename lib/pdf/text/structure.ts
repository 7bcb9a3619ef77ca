import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { Scratch } from "./scratch.ts";

/** An element of the structure tree, with what it has on one page (ISO 32000-2, 14.7.2). */
export interface StructureElement {
  /** Its standard type, such as `P`. */
  readonly type: string;
  /** Other elements, and the numbers of marked content. */
  readonly children: readonly (StructureElement | number)[];
  /** What replaces a picture. */
  readonly alternative: string;
}

/** Elements and numbers of one page; a page with more counts as one without tags. */
const PAGE_LIMIT_NODES = 100_000;
const DEPTH_LIMIT = 100;
const TEXT_LIMIT_BYTES = 4096;

class OverLimit extends Error {}

class TreeReader {
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  #left = PAGE_LIMIT_NODES;

  constructor(pdfium: Pdfium, scratch: Scratch) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
  }

  #count(depth: number): void {
    if (this.#left-- === 0 || depth > DEPTH_LIMIT) throw new OverLimit();
  }

  element(element: Handle, depth: number): StructureElement {
    this.#count(depth);
    const pdfium = this.#pdfium;
    const type = this.#scratch.text("utf16le", (out, size) => pdfium._FPDF_StructElement_GetType(element, out, size));
    const alternative =
      type === "Figure" || type === "Formula"
        ? this.#scratch.text("utf16le", (out, size) => pdfium._FPDF_StructElement_GetAltText(element, out, size))
        : "";
    const children: (StructureElement | number)[] = [];
    const count = pdfium._FPDF_StructElement_CountChildren(element);
    for (let at = 0; at < count; at++) {
      const child = pdfium._FPDF_StructElement_GetChildAtIndex(element, at);
      const content = child === 0 ? pdfium._FPDF_StructElement_GetChildMarkedContentID(element, at) : -1;
      if (child !== 0) children.push(this.element(child, depth + 1));
      else {
        this.#count(depth);
        if (content >= 0) children.push(content);
      }
    }
    return { type, children, alternative };
  }

  elements(tree: Handle): StructureElement[] {
    const elements: StructureElement[] = [];
    for (let at = 0; at < this.#pdfium._FPDF_StructTree_CountChildren(tree); at++) {
      const child = this.#pdfium._FPDF_StructTree_GetChildAtIndex(tree, at);
      if (child !== 0) elements.push(this.element(child, 0));
    }
    return elements;
  }
}

/** The topmost elements of the structure tree that have something on a page; none for a file without tags. */
export const structureOf = (pdfium: Pdfium, page: Handle): StructureElement[] => {
  const tree = pdfium._FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  const scratch = new Scratch(pdfium, TEXT_LIMIT_BYTES);
  try {
    return new TreeReader(pdfium, scratch).elements(tree);
  } catch (error) {
    if (error instanceof OverLimit) return [];
    throw error;
  } finally {
    scratch.free();
    pdfium._FPDF_StructTree_Close(tree);
  }
};
