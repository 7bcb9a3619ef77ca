import { contract, fields, filePart, MB, oneOf, optional, textPart } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { compressPdf } from "../../lib/engines/compress-pdf.ts";
import { pdfFile } from "../../lib/file-kinds/pdf.ts";
import { sizeOf } from "../../lib/workers/output.ts";

export const compress = contract({
  path: "/pdf/compress",
  summary: "Make a PDF file smaller; it never becomes larger.",
  accepts: {
    form: fields({ file: filePart(pdfFile), quality: optional(textPart(oneOf(["low", "medium", "high"]))) }),
  },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "compressed.pdf", type: "application/pdf" },
});

export const handler = endpoint(compress, async ({ file: { bytes }, quality = "medium" }, signal) => {
  const original = bytes.length;
  const { body, warnings } = await compressPdf.run({ bytes, quality }, signal);
  return {
    body,
    warnings,
    headers: {
      "X-Pdf-Engine": compressPdf.name,
      "X-Original-Size": String(original),
      "X-Compressed-Size": String(sizeOf(body)),
      "X-Compression-Ratio": (original / sizeOf(body)).toFixed(2),
    },
  };
});
