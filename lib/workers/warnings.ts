/**
 * Everything that an answer can tell about a document that was made otherwise than its input asks, by the code that
 * clients rely on, with what the code means.
 */
export const WARNINGS = {
  "image-blocked": "an image was not fetched: its address is private or its port is not allowed",
  "image-failed": "an image could not be fetched",
  "stylesheet-blocked": "a stylesheet was not fetched: its address is private or its port is not allowed",
  "stylesheet-failed": "a stylesheet could not be fetched",
  "script-blocked": "a script was not fetched: its address is private or its port is not allowed",
  "script-failed": "a script could not be fetched",
  "font-blocked": "a font was not fetched: its address is private or its port is not allowed",
  "font-failed": "a font could not be fetched",
  "resource-blocked": "something else was not fetched: its address is private or its port is not allowed",
  "resource-failed": "something else could not be fetched",
  "load-incomplete": "the page was printed before it had loaded everything, or its scripts had ended",
  "tags-left-out": "the PDF has no tags, because the document is very large",
  "font-substituted": "a font that the document names is missing; another font of its kind is used",
  "formula-value-kept":
    "the workbook asks to be calculated anew, but some formulas cannot be: their stored values are printed",
  "formula-not-calculated": "a formula without a stored value is not understood, and prints as an error",
  "chart-left-out": "a chart of a kind that the engine does not know was left out",
  "picture-left-out": "a picture of a workbook that the engine does not draw was left out",
  "index-not-built": "a table of contents or another index that is marked as outdated is printed as it was stored",
  "sparkline-dates-left-out": "sparklines are drawn with even steps, not by their dates",
  "head-shortened": "cells of a CSV's head would take more than half the page: they end in an ellipsis",
  "cells-joined": "rows of a CSV have many more cells than the others: the last column holds what is beyond",
  "diagram-failed": "a diagram of a Markdown document could not be drawn: its source was printed",
  "embedded-engine": "the document was printed by the embedded engine, which loses most of its looks",
  "signature-removed": "a digital signature was removed, because it held for the file as it was",
  "restrictions-removed": "the restrictions of an owner's password were removed",
  "attachment-removed": "attachments that only a password opens were left out",
  "xfa-removed": "a form lost its XFA and stays as a PDF form",
  "pdfa-removed": "the file no longer claims to be PDF/A",
  "print-intent-removed":
    "a file compressed for the screen lost the colour profile of its press and its claim to be PDF/X",
  "proof-sampled": "not every page of the compressed file was compared with the original",
} as const satisfies Record<string, string>;

/** A code of the table above. */
export type WarningCode = keyof typeof WARNINGS;

/** Something that the result lacks or does otherwise than the input asks. It holds no text of the document. */
export interface Warning {
  readonly code: WarningCode;
  /** A sentence for people. */
  readonly message: string;
  /** Where: `page 3`, `file 2`, the origin of an address. */
  readonly place?: string | undefined;
}

/** Warnings that one answer lists; further ones are only counted. */
export const LISTED_WARNINGS_LIMIT = 100;

/** The warnings with those told once that say the same of the same place. */
export const distinct = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [`${warning.code} ${warning.place} ${warning.message}`, warning])).values(),
];
