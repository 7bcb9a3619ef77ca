import {
  bytesPart,
  contract,
  described,
  fields,
  jsonPart,
  MB,
  mapped,
  optional,
  record,
  text,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { type Transformation, xmlToHtml } from "../../lib/engines/xml-to-html.ts";
import { folderOf } from "../../lib/engines/xslt/documents.ts";
import { stylesheetFiles } from "../../lib/fields/stylesheet-files.ts";

const params = described(record(text()), {
  description: "The stylesheet's parameters by name. Values are plain texts, never XPath.",
  examples: [{ title: "Autumn" }],
});
const XML = { description: "The document." };
const XSLT = {
  description:
    'The stylesheet; not needed if the document embeds one (`<?xml-stylesheet href="#id"?>`) or names one of `files`.',
};
const jsonInput = fields({
  xml: described(text(), XML),
  xslt: optional(described(text(), XSLT)),
  params: optional(params),
});
const formInput = fields({
  xml: described(bytesPart(), XML),
  xslt: optional(described(bytesPart(), XSLT)),
  params: optional(jsonPart(params)),
  files: optional(stylesheetFiles()),
});

export const xml = contract<Transformation>({
  path: "/convert/xml-to-html",
  summary: "Transform XML into HTML",
  description:
    "A stylesheet of XSLT 1.0, 2.0 or 3.0 is applied. It reads what the request holds, and nothing from the network or the disk.",
  accepts: {
    json: mapped(jsonInput, ({ xml, xslt, params = {} }): Transformation => ({ xml, xslt, params })),
    form: mapped(
      formInput,
      ({ xml, xslt, params = {}, files }): Transformation => ({
        xml: xml.bytes,
        xslt: xslt?.bytes,
        params,
        files,
        folders: { xml: folderOf(xml.path ?? ""), xslt: folderOf(xslt?.path ?? "") },
      }),
    ),
  },
  example: { form: { xml: "@samples/catalogue.xml", xslt: "@samples/catalogue.xsl", params: { title: "Autumn" } } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "xml.html", type: "text/html; charset=utf-8", headers: ["X-Engine"] },
});

export const handler = endpoint(xml, async (input, signal) => {
  const { engine, ...output } = await xmlToHtml.run(input, signal);
  return { ...output, headers: { "X-Engine": engine } };
});
