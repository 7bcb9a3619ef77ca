import { contract, fields, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { describePdf } from "../../lib/engines/pdf-engine.ts";
import { pdfDescription } from "../../lib/fields/pdf-description.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

export const info = contract({
  path: "/pdf/info",
  summary: "Tell what a PDF file is and holds",
  description: "The result is JSON, whatever `Accept` asks for. Claims are read, not checked.",
  accepts: { form: fields({ file: pdfPart, password: passwordPart }) },
  example: { form: { file: "@samples/form.pdf" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "info.json", type: "application/json", headers: ["X-Pdf-Engine"], schema: pdfDescription },
});

export const handler = endpoint(info, async ({ file: { bytes }, password }, signal) => ({
  ...(await describePdf.run({ bytes, field: "file", password }, signal)),
  headers: { "X-Pdf-Engine": describePdf.name },
}));
