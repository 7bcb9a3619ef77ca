import { contract, described, fields, filePart, MB, oneOf, optional, textPart } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { compressPdf } from "../../lib/engines/compress-pdf.ts";
import { passwordPart, pdfFile } from "../../lib/fields/pdf-file.ts";
import { sizeOf } from "../../lib/output/output.ts";

const DEFAULT_QUALITY = "medium";
const quality = described(oneOf(["low", "medium", "high"]), {
  description: "How well pictures are kept: `low` makes the smallest file.",
  default: DEFAULT_QUALITY,
});

export const compress = contract({
  path: "/pdf/compress",
  summary: "Make a PDF file smaller",
  description: "Every page looks and reads as before. If nothing can be gained, the answer is the input.",
  accepts: {
    form: fields({
      file: described(filePart(pdfFile), { description: "A PDF file." }),
      quality: optional(textPart(quality)),
      password: passwordPart,
    }),
  },
  example: { form: { file: "@samples/annex.pdf", quality: "low" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: {
    name: "compressed.pdf",
    type: "application/pdf",
    headers: ["X-Pdf-Engine", "X-Original-Size", "X-Compressed-Size", "X-Compression-Ratio"],
  },
});

export const handler = endpoint(compress, async ({ file: { bytes }, quality = DEFAULT_QUALITY, password }, signal) => {
  const original = bytes.length;
  const compressed = await compressPdf.run({ bytes, quality, field: "file", password }, signal);
  const size = sizeOf(compressed.body);
  return {
    ...compressed,
    headers: {
      "X-Pdf-Engine": compressPdf.name,
      "X-Original-Size": String(original),
      "X-Compressed-Size": String(size),
      "X-Compression-Ratio": (original / size).toFixed(2),
    },
  };
});
