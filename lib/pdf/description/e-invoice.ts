import { isUtf8 } from "node:buffer";
import { readEInvoice } from "../archive/e-invoice.ts";
import { attachedFiles } from "../attached-files.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import type { Dict } from "../objects.ts";

/** The names under which the standards attach the XML of an invoice. */
const INVOICE_NAME = /^(?:factur-x|xrechnung|zugferd-invoice)\.xml$/i;

/** An XML of more bytes is listed as an attachment only. */
const XML_LIMIT_BYTES = 4_194_304;

/** What `/pdf/info` tells of an attached invoice: its name, its profile if it is one of today's, and its XML. */
interface DescribedInvoice {
  readonly name: string;
  readonly conformanceLevel?: string;
  readonly xml: string;
}

const conformanceLevelOf = (xml: Uint8Array): string | undefined => {
  try {
    return readEInvoice(xml).conformanceLevel;
  } catch {
    return undefined;
  }
};

/** The first invoice among the attachments of a document; undefined if there is none in UTF-8. */
export const describeEInvoice = (catalog: Dict, budget: Budget): DescribedInvoice | undefined => {
  for (const { name, stream } of attachedFiles(catalog, budget)) {
    if (!INVOICE_NAME.test(name)) continue;
    const xml = stream && plainData(stream, budget);
    if (xml === undefined || xml.length > XML_LIMIT_BYTES || !isUtf8(xml)) continue;
    const conformanceLevel = conformanceLevelOf(xml);
    return { name, ...(conformanceLevel !== undefined && { conformanceLevel }), xml: xml.toString("utf8") };
  }
  return undefined;
};
