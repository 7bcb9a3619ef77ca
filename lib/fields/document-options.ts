import { described, fields, optional } from "../contract/contract.ts";
import { pdfA } from "./property-options.ts";

const EXAMPLE = { pdfA: "2a" };

const optionFields = fields({ pdfA: optional(pdfA) }, EXAMPLE);

/** The options of Word to PDF. */
export const documentOptions = described(optionFields, {
  id: "DocumentOptions",
  description: "How a Word document is printed.",
  examples: [EXAMPLE],
});
