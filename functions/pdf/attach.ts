import { contract, fields, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { attachToPdf } from "../../lib/engines/pdf-engine.ts";
import { attachmentParts, attachmentsOf, optionsHaveFiles } from "../../lib/fields/attachments.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";

export const attach = contract({
  path: "/pdf/attach",
  summary: "Attach files to a PDF file",
  description:
    "Files that the PDF holds already stay. A PDF/A-3 or PDF/A-4f file keeps its claim. The claim to be another PDF/A is removed, with a warning, because that does not allow files of every kind.",
  accepts: {
    form: fields({ file: pdfPart, ...attachmentParts, password: passwordPart }).check(optionsHaveFiles),
  },
  example: {
    form: {
      file: "@samples/annex.pdf",
      attachments: ["@samples/prices.csv"],
      attachmentOptions: { "prices.csv": { description: "Prices", relationship: "Source" } },
    },
  },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "attached.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(attach, async ({ file: { bytes }, password, ...files }, signal) => ({
  ...(await attachToPdf.run({ bytes, field: "file", password, attachments: attachmentsOf(files) }, signal)),
  headers: { "X-Pdf-Engine": attachToPdf.name },
}));
