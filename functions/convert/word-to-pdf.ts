import { contract, described, fields, filePart, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { wordToPdf } from "../../lib/engines/word-to-pdf.ts";
import { docxFile } from "../../lib/fields/office-file.ts";

export const word = contract({
  path: "/convert/word-to-pdf",
  summary: "Print a Word document",
  description: "Tracked changes count as accepted, and comments are left out.",
  accepts: { form: fields({ file: described(filePart(docxFile), { description: "A document (.docx)." }) }) },
  example: { form: { file: "@samples/letter.docx" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "word.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(word, async ({ file: { bytes, name } }, signal) => ({
  ...(await wordToPdf.run({ bytes, name }, signal)),
  headers: { "X-Engine": wordToPdf.name },
}));
