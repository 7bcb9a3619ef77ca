import { contract, fields, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { protectPdf } from "../../lib/engines/pdf-engine.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";
import { protectionParts, protectionRules } from "../../lib/fields/pdf-protection.ts";
import { PERMISSIONS } from "../../lib/pdf/security/permissions.ts";

export const protect = contract({
  path: "/pdf/protect",
  summary: "Protect a PDF file with passwords",
  description:
    "The file is encrypted with AES-256 (revision 6, PDF 2.0). Without `userPassword` everybody can open it, and `permissions` say what they may do.",
  accepts: {
    form: fields({ file: pdfPart, ...protectionParts, password: passwordPart }).check(...protectionRules),
  },
  example: { form: { file: "@samples/letter.pdf", userPassword: "sesame" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "protected.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(protect, async (input, signal) => {
  const { file, password, userPassword = "", ownerPassword = userPassword, permissions = PERMISSIONS } = input;
  const protection = { userPassword, ownerPassword, permissions };
  return {
    ...(await protectPdf.run({ bytes: file.bytes, field: "file", password, protection }, signal)),
    headers: { "X-Pdf-Engine": protectPdf.name },
  };
});
