import { bytesPart, contract, fields, jsonPart, MB, mapped, optional, stringRecord, text } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { type Transformation, xmlToHtml } from "../../lib/engines/xml-to-html.ts";

const jsonInput = fields({ xml: text(), xslt: optional(text()), params: optional(stringRecord()) });
const formInput = fields({ xml: bytesPart(), xslt: optional(bytesPart()), params: optional(jsonPart(stringRecord())) });

export const xml = contract<Transformation>({
  path: "/convert/xml-to-html",
  summary: "Transform an XML document by an XSLT 1.0 stylesheet, sent with it or embedded in it.",
  accepts: {
    json: mapped(jsonInput, ({ xml, xslt, params = {} }): Transformation => ({ xml, xslt, params })),
    form: mapped(formInput, ({ xml, xslt, params = {} }): Transformation => ({ xml, xslt, params })),
  },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "xml.html", type: "text/html; charset=utf-8" },
});

export const handler = endpoint(xml, async (input, signal) => ({
  ...(await xmlToHtml.run(input, signal)),
  headers: { "X-Engine": xmlToHtml.name },
}));
