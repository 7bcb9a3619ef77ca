import type { OpenDocument } from "../pdfium/open-document.ts";
import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import type { PageCharacters } from "./characters.ts";
import { Vocabulary } from "./hyphens.ts";
import { jsonPage } from "./json-page.ts";
import { linksOf } from "./links.ts";
import type { MarkdownBlock } from "./markdown-blocks.ts";
import { taggedBlocks } from "./markdown-tagged.ts";
import { untaggedBlocks } from "./markdown-untagged.ts";
import { blocksOf, paragraphsIn } from "./page-layout.ts";
import { plainPage } from "./plain-text.ts";
import { readCharacters } from "./read-characters.ts";
import { structureOf } from "./structure.ts";
import { type Word, wordsOf } from "./words.ts";

export type TextFormat = "text" | "markdown" | "json";

export interface TextOptions {
  readonly format: TextFormat;
  /** The index of the page in its document, from 0. */
  readonly position: number;
}

/** The text of a page. */
export interface TextPage {
  /** The text in the format that was asked for. Markdown is returned as blocks, because its headings depend on other pages. */
  readonly content: string | readonly MarkdownBlock[];
  readonly words: number;
  /** Characters that their font does not map to Unicode. */
  readonly unmapped: number;
  /** Whether the page has more characters than are read. */
  readonly isCut: boolean;
}

/** Types of annotations without text in the page: links, and notes that a click shows (`fpdf_annot.h`). */
const [LINK, POPUP] = [2, 16];
const ANNOTATIONS_LIMIT = 20_000;
const NORMAL_DISPLAY = 0;
const FLATTENED = 1;

const hasShownAnnotations = (pdfium: Pdfium, page: Handle): boolean => {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), ANNOTATIONS_LIMIT);
  for (let at = 0; at < count; at++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    const type = pdfium._FPDFAnnot_GetSubtype(annotation);
    pdfium._FPDFPage_CloseAnnot(annotation);
    if (type !== LINK && type !== POPUP) return true;
  }
  return false;
};

/** The characters of a page with its form fields and annotations, which are flattened into the page, so that PDFium reads them. */
const charactersOf = ({ pdfium, handle }: OpenDocument, page: Handle, position: number): PageCharacters => {
  if (!hasShownAnnotations(pdfium, page)) return readCharacters(pdfium, page);
  const changed = pdfium._FPDF_LoadPage(handle, position);
  const isFlattened = changed !== 0 && pdfium._FPDFPage_Flatten(changed, NORMAL_DISPLAY) === FLATTENED;
  if (changed !== 0) pdfium._FPDF_ClosePage(changed);
  const read = isFlattened ? pdfium._FPDF_LoadPage(handle, position) : 0;
  if (read === 0) return readCharacters(pdfium, page);
  try {
    return readCharacters(pdfium, read);
  } finally {
    pdfium._FPDF_ClosePage(read);
  }
};

/** Reads the text of an open page. */
export const readTextPage = (document: OpenDocument, page: Handle, { format, position }: TextOptions): TextPage => {
  const { pdfium, handle } = document;
  // Flattening removes links, so they are read before.
  const links = format === "markdown" ? linksOf(pdfium, handle, page) : undefined;
  const structure = format === "markdown" ? structureOf(pdfium, page) : [];
  const { characters, unmapped, isCut, ...size } = charactersOf(document, page, position);
  const words = wordsOf(characters);
  const contentIn = (): TextPage["content"] => {
    if (format === "json") return JSON.stringify(jsonPage(position + 1, size, blocksOf(words)));
    const vocabulary = new Vocabulary(words);
    if (links === undefined) return plainPage(paragraphsIn(words, vocabulary));
    return (
      taggedBlocks(words, structure, links, vocabulary) ??
      untaggedBlocks(paragraphsIn(shownIn(words), vocabulary), links)
    );
  };
  return { content: isCut ? "" : contentIn(), words: words.length, unmapped, isCut };
};

const shownIn = (words: readonly Word[]): Word[] => words.filter(({ run }) => !run.isArtifact);
