/** The levels of PDF/A (ISO 19005-2 and -3) that documents can be written in. */
export const PDFA_LEVELS = ["2b", "3b"] as const;

/** A part of ISO 19005 with a conformance level. */
export type PdfaLevel = (typeof PDFA_LEVELS)[number];
