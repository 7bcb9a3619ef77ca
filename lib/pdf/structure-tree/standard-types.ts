/** The standard structure types of ISO 32000-1, 14.8.4, on which ISO 19005-2 and ISO 14289-1 stand. */
export const STANDARD_TYPES = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody " +
    "Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP " +
    "Figure Formula Form"
  ).split(" "),
);

/** The nearest standard type of each type that came with PDF 2.0 (ISO 32000-2, 14.8.4). */
export const NEWER_TYPES: ReadonlyMap<string, string> = new Map([
  ["Aside", "Div"],
  ["DocumentFragment", "Div"],
  ["Title", "P"],
  ["FENote", "Note"],
  ["Em", "Span"],
  ["Strong", "Span"],
  ["Sub", "Span"],
]);
