import type { Handle } from "../pdfium/pdfium.ts";
import type { Box, TurnedPage } from "./page-frame.ts";

/** What the characters of one text object have in common. */
export interface Run {
  /** The frame in which its lines run to the right. */
  readonly frame: TurnedPage;
  /** The size of its font on the page, in points. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isMonospaced: boolean;
  /** The marked content that it belongs to (ISO 32000-2, 14.7.5.2); -1 without one. */
  readonly markedContent: number;
  /** Whether it is no part of the document's text, such as the number of the page (ISO 32000-2, 14.8.2.2). */
  readonly isArtifact: boolean;
  /** The text that stands for all letters of a marked content, which run from right to left (ISO 32000-2, 14.9.4). */
  readonly replacement: { readonly text: string; readonly mark: Handle } | undefined;
}

/** A character of a page, with its box in the frame of its run. White space has no box, and ends a word. */
export interface Character extends Box {
  readonly text: string;
  readonly baseline: number;
  readonly run: Run;
}

/** A page's characters in the order of its content. An undefined entry is white space. */
export interface PageCharacters {
  readonly width: number;
  readonly height: number;
  readonly characters: readonly (Character | undefined)[];
  /** Characters whose font does not say what they mean. */
  readonly unmapped: number;
  /** Whether the page has more characters than are read. */
  readonly isCut: boolean;
}
