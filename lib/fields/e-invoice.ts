import { described, filePart, optional, rule } from "../contract/contract.ts";
import type { PdfaLevel } from "../pdf/archive/level.ts";
import { textFile } from "./text-file.ts";

/** The part with the XML of an invoice, which the PDF will hold. */
export const eInvoicePart = optional(
  described(filePart(textFile("XML")), {
    description:
      "The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.",
  }),
);

interface WithInvoice {
  readonly eInvoice?: object | undefined;
  readonly options?: { readonly pdfA?: PdfaLevel | undefined } | undefined;
}

/** PDF/A-2 allows no attachments but PDF/A files (ISO 19005-2, 6.8). */
export const invoiceNeedsPart3 = rule<WithInvoice>(
  ({ eInvoice, options }) => eInvoice === undefined || options?.pdfA === undefined || options.pdfA.startsWith("3"),
  "needs options.pdfA 3b or 3a, or none",
  "eInvoice",
);
