import { asyncCheck, contract, fields, fileParts, integer, jsonPart, list, MB, optional } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { mergePdf } from "../../lib/engines/merge-pdf.ts";
import { checkOrder } from "../../lib/fields/file-order.ts";
import { pdfFile } from "../../lib/file-kinds/pdf.ts";

export const merge = contract({
  path: "/pdf/merge",
  summary: "Join several PDF files into one.",
  accepts: {
    form: fields({
      files: fileParts(pdfFile, { min: 2, max: 20 }),
      order: optional(jsonPart(list(integer(0)))),
    }).check(asyncCheck(({ files, order }) => checkOrder(order, files.length), "order")),
  },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "merged.pdf", type: "application/pdf" },
});

export const handler = endpoint(merge, async ({ files, order = [...files.keys()] }, signal) => ({
  ...(await mergePdf.run(
    order.map((index) => ({ name: files[index]!.name || `File ${index + 1}`, bytes: files[index]!.bytes })),
    signal,
  )),
  headers: { "X-Pdf-Engine": mergePdf.name },
}));
