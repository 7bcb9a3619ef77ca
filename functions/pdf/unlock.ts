import { contract, described, fields, MB, optional, textPart } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { unlockPdf } from "../../lib/engines/pdf-engine.ts";
import { passwordText, pdfPart } from "../../lib/fields/pdf-file.ts";

export const unlock = contract({
  path: "/pdf/unlock",
  summary: "Remove the protection of a PDF file",
  description: "A file without protection comes back as it is.",
  accepts: {
    form: fields({
      file: pdfPart,
      password: optional(
        described(textPart(passwordText), {
          description: "The password of the user or the owner; none if everybody can open the file.",
        }),
      ),
    }),
  },
  example: { form: { file: "@samples/protected/letter.pdf", password: "sesame" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "unlocked.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(unlock, async ({ file: { bytes }, password }, signal) => ({
  ...(await unlockPdf.run({ bytes, field: "file", password }, signal)),
  headers: { "X-Pdf-Engine": unlockPdf.name },
}));
