import { isUtf8 } from "node:buffer";
import { ATTACHED_INVOICE_LIMIT_BYTES, eInvoiceOf, INVOICE_NAME } from "../archive/e-invoice.ts";
import { attachedFiles } from "../attached-files.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import type { Dict } from "../objects.ts";

/** An attached invoice as `/pdf/info` reports it: its name, its profile if that is still in use, and its XML. */
interface DescribedInvoice {
  readonly name: string;
  readonly conformanceLevel?: string;
  readonly xml: string;
}

/** The first invoice among the attachments of a document; undefined if there is none in UTF-8. */
export const describeEInvoice = (catalog: Dict, budget: Budget): DescribedInvoice | undefined => {
  for (const { name, stream } of attachedFiles(catalog, budget)) {
    if (!INVOICE_NAME.test(name)) continue;
    const xml = stream && plainData(stream, budget);
    if (xml === undefined || xml.length > ATTACHED_INVOICE_LIMIT_BYTES || !isUtf8(xml)) continue;
    const conformanceLevel = eInvoiceOf(xml)?.conformanceLevel;
    return { name, ...(conformanceLevel !== undefined && { conformanceLevel }), xml: xml.toString("utf8") };
  }
  return undefined;
};
