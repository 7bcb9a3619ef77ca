/** The levels of PDF/A (ISO 19005-2 and -3) that documents can be written in. */
export const PDFA_LEVELS = ["2b", "3b", "2a", "3a"] as const;

/** A part of ISO 19005 with a conformance level. */
export type PdfaLevel = (typeof PDFA_LEVELS)[number];

/** Whether a level asks for tags and for characters with a meaning (ISO 19005-2, 6.7 and 6.2.11.7), as the levels A do. */
export const isAccessible = (level: PdfaLevel): boolean => level.endsWith("a");
