import { contract, described, fields, filePart, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { officeToPdf } from "../../lib/engines/office-to-pdf.ts";
import { anyOfficeFile, officePassword } from "../../lib/fields/office-file.ts";

export const office = contract({
  path: "/convert/office-to-pdf",
  summary: "Print an Office document of any kind",
  description:
    "The kind is known by the content of the file, not by its name. Macros never run, and no link is followed. Of a presentation all slides are printed that are not hidden.",
  accepts: {
    form: fields({
      file: described(filePart(anyOfficeFile), {
        description:
          "Word: .docx, .docm, .dotx, .doc, .rtf, .odt, .fodt or .txt. Excel: .xlsx, .xlsm, .xltx, .xls, .xlsb, .ods or .fods. PowerPoint: .pptx, .ppsx, .pptm, .potx, .ppt, .odp, .fodp or .odg.",
      }),
      password: officePassword,
    }),
  },
  example: { form: { file: "@samples/slides.fodp" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "office.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(office, async ({ file: { bytes, name }, password }, signal) => ({
  ...(await officeToPdf.run({ bytes, name, password }, signal)),
  headers: { "X-Engine": officeToPdf.name },
}));
