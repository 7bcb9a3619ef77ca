import { contract, described, fields, filePart, jsonPart, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { wordToPdf } from "../../lib/engines/word-to-pdf.ts";
import {
  attachmentsNeedPart3,
  attachmentsOf,
  optionalAttachmentParts,
  optionsHaveFiles,
} from "../../lib/fields/attachments.ts";
import { documentOptions } from "../../lib/fields/document-options.ts";
import { eInvoicePart, invoiceNeedsPart3 } from "../../lib/fields/e-invoice.ts";
import { docxFile, officePassword } from "../../lib/fields/office-file.ts";

export const word = contract({
  path: "/convert/word-to-pdf",
  summary: "Print a Word document",
  description: "Tracked changes count as accepted, and comments are left out.",
  accepts: {
    form: fields({
      file: described(filePart(docxFile), { description: "A document (.docx)." }),
      password: officePassword,
      options: optional(jsonPart(documentOptions)),
      eInvoice: eInvoicePart,
      ...optionalAttachmentParts,
    }).check(invoiceNeedsPart3, attachmentsNeedPart3, optionsHaveFiles),
  },
  example: { form: { file: "@samples/letter.docx" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "word.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(
  word,
  async ({ file: { bytes, name }, password, options, eInvoice, ...files }, signal) => {
    const finish = { ...options, eInvoice: eInvoice?.bytes, attachments: attachmentsOf(files) };
    return {
      ...(await wordToPdf.run({ bytes, name, password, options: finish }, signal)),
      headers: { "X-Engine": wordToPdf.name },
    };
  },
);
