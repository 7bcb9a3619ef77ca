import { described, fields, optional } from "../contract/contract.ts";
import { lang, pdfA, pdfUa, title } from "./property-options.ts";

const EXAMPLE = { pdfA: "2a" };

const optionFields = fields(
  { title: optional(title), lang: optional(lang), pdfA: optional(pdfA), pdfUa: optional(pdfUa) },
  EXAMPLE,
);

/** The options of Word to PDF. */
export const documentOptions = described(optionFields, {
  id: "DocumentOptions",
  description: "How a Word document is printed.",
  examples: [EXAMPLE],
});
