import { asyncCheck, contract, fields, filePart, integer, jsonPart, list, MB } from "../../../lib/contract.ts";
import { endpoint } from "../../../lib/endpoint.ts";
import { removePages } from "../../../lib/engines/remove-pages.ts";
import { checkPages } from "../../../lib/fields/page-numbers.ts";
import { pdfFile } from "../../../lib/file-kinds/pdf.ts";

export const remove = contract({
  path: "/pdf/pages/remove",
  summary: "Remove pages from a PDF file; the first page is 1.",
  accepts: {
    form: fields({ file: filePart(pdfFile), pages: jsonPart(list(integer(1))) }).check(
      asyncCheck(({ file, pages }) => checkPages(pages, file.bytes), "pages"),
    ),
  },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "output.pdf", type: "application/pdf" },
});

export const handler = endpoint(remove, async ({ file: { bytes }, pages }, signal) => ({
  ...(await removePages.run({ bytes, pages }, signal)),
  headers: { "X-Pdf-Engine": removePages.name },
}));
