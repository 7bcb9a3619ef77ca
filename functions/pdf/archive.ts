import { contract, described, fields, MB, optional, rule, textPart } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { archivePdf } from "../../lib/engines/archive-pdf.ts";
import { eInvoicePart } from "../../lib/fields/e-invoice.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";
import { pdfaLevel } from "../../lib/fields/property-options.ts";

const DEFAULT_LEVEL = "2b";
const LEVEL_WITH_FILES = "3b";

const level = described(pdfaLevel, {
  description:
    "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
  default: DEFAULT_LEVEL,
});

const takesInvoice = rule<{ readonly eInvoice?: object | undefined; readonly level?: string | undefined }>(
  ({ eInvoice, level }) => eInvoice === undefined || level === undefined || level.startsWith("3"),
  "needs level 3b or 3a, or none",
  "eInvoice",
);

export const archive = contract({
  path: "/pdf/archive",
  summary: "Make a PDF file PDF/A",
  description:
    "Every page looks and reads as before. What PDF/A forbids goes, such as scripts and encryption, with a warning each. A file that cannot be PDF/A without looking different is a 400 that names the clause of ISO 19005.",
  accepts: {
    form: fields({
      file: pdfPart,
      level: optional(textPart(level)),
      eInvoice: eInvoicePart,
      password: passwordPart,
    }).check(takesInvoice),
  },
  example: { form: { file: "@samples/annex.pdf", level: "2b" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "archived.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(archive, async ({ file: { bytes }, level, eInvoice, password }, signal) => {
  const chosen = level ?? (eInvoice === undefined ? DEFAULT_LEVEL : LEVEL_WITH_FILES);
  const job = { bytes, level: chosen, field: "file", password, invoice: eInvoice?.bytes };
  return { ...(await archivePdf.run(job, signal)), headers: { "X-Pdf-Engine": archivePdf.name } };
});
