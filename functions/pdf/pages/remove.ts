import {
  contract,
  described,
  fields,
  filePart,
  integer,
  jsonPart,
  LIST_PART_LIMIT_BYTES,
  list,
  MB,
} from "../../../lib/contract/contract.ts";
import { endpoint } from "../../../lib/endpoint.ts";
import { removePages } from "../../../lib/engines/pdf-engine.ts";
import { passwordPart, pdfFile } from "../../../lib/fields/pdf-file.ts";

const pages = described(list(integer(1), [2, 3]), {
  examples: [[2, 3]],
  description: "The pages to remove; the first page is 1. `2` means the same as `[2]`.",
});

export const remove = contract({
  path: "/pdf/pages/remove",
  summary: "Remove pages from a PDF file",
  description: "Bookmarks, links, forms and labels of the pages that stay are kept.",
  accepts: {
    form: fields({
      file: described(filePart(pdfFile), { description: "A PDF file." }),
      pages: jsonPart(pages, LIST_PART_LIMIT_BYTES),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/annex.pdf", pages: [2] } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "output.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(remove, async ({ file: { bytes }, pages, password }, signal) => ({
  ...(await removePages.run({ bytes, field: "file", password, pages }, signal)),
  headers: { "X-Pdf-Engine": removePages.name },
}));
