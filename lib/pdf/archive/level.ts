/** Parts of ISO 19005 with a conformance level. */
export const PDFA_LEVELS = ["2b", "3b", "2a", "3a"] as const;

export type PdfaLevel = (typeof PDFA_LEVELS)[number];

/** Whether a level requires tags, and characters with a meaning (ISO 19005-2, 6.7 and 6.2.11.7). */
export const isAccessible = (level: PdfaLevel): boolean => level.endsWith("a");
