import { contract, fields, filePart, MB } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { wordToPdf } from "../../lib/engines/word-to-pdf.ts";
import { docxFile } from "../../lib/file-kinds/docx.ts";

export const word = contract({
  path: "/convert/word-to-pdf",
  summary: "Print a Word document (.docx).",
  accepts: { form: fields({ file: filePart(docxFile) }) },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "word.pdf", type: "application/pdf" },
});

export const handler = endpoint(word, async ({ file: { bytes, name } }, signal) => ({
  ...(await wordToPdf.run({ bytes, name }, signal)),
  headers: { "X-Engine": wordToPdf.name },
}));
