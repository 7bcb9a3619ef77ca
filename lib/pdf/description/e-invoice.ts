import { isUtf8 } from "node:buffer";
import { bytesAt, dictAt, dictOf, get } from "../access.ts";
import { valueText } from "../appearances/field-values.ts";
import { readEInvoice } from "../archive/e-invoice.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { readNameTree } from "../name-trees.ts";
import { type Dict, Stream } from "../objects.ts";

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
  for (const value of readNameTree(get(dictAt(catalog, "Names"), "EmbeddedFiles")).values()) {
    const file = dictOf(value);
    const name = valueText(bytesAt(file, "UF") ?? bytesAt(file, "F"), budget);
    if (name === undefined || !INVOICE_NAME.test(name)) continue;
    const embedded = dictAt(file, "EF");
    const stream = get(embedded, "UF") ?? get(embedded, "F");
    const xml = stream instanceof Stream ? plainData(stream, budget) : undefined;
    if (xml === undefined || xml.length > XML_LIMIT_BYTES || !isUtf8(xml)) continue;
    const conformanceLevel = conformanceLevelOf(xml);
    return { name, ...(conformanceLevel !== undefined && { conformanceLevel }), xml: xml.toString("utf8") };
  }
  return undefined;
};
