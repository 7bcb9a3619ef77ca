import {
  asyncCheck,
  contract,
  fields,
  fileParts,
  integer,
  jsonPart,
  LIST_PART_LIMIT_BYTES,
  list,
  MB,
  optional,
} from "../../lib/contract/contract.ts";
import { described } from "../../lib/contract/described.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { mergePdf } from "../../lib/engines/merge-pdf.ts";
import { checkOrder } from "../../lib/fields/file-order.ts";
import { pdfFile } from "../../lib/fields/pdf-file.ts";

const order = described(list(integer(0), [1, 0]), {
  examples: [[1, 0]],
  description: "The order of the files in the result: the index of each file once. The first file is 0.",
});

export const merge = contract({
  path: "/pdf/merge",
  summary: "Join PDF files",
  description: "Bookmarks, links, forms, labels and attachments of all files are kept.",
  accepts: {
    form: fields({
      files: described(fileParts(pdfFile, { min: 2, max: 20 }), { description: "The files, one part each." }),
      order: optional(jsonPart(order, LIST_PART_LIMIT_BYTES)),
    }).check(asyncCheck(({ files, order }) => checkOrder(order, files.length), "order")),
  },
  example: { form: { files: ["@samples/letter.pdf", "@samples/annex.pdf"], order: [1, 0] } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "merged.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(merge, async ({ files, order = [...files.keys()] }, signal) => ({
  ...(await mergePdf.run(
    order.map((index) => ({ name: files[index]!.name || `File ${index + 1}`, bytes: files[index]!.bytes })),
    signal,
  )),
  headers: { "X-Pdf-Engine": mergePdf.name },
}));
