import {
  contract,
  described,
  fields,
  jsonPart,
  list,
  MB,
  oneOf,
  optional,
  rule,
  textPart,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { protectPdf } from "../../lib/engines/pdf-engine.ts";
import { passwordPart, passwordText, pdfPart } from "../../lib/fields/pdf-file.ts";
import { PERMISSIONS } from "../../lib/pdf/security/permissions.ts";

interface Passwords {
  readonly userPassword?: string | undefined;
  readonly ownerPassword?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
}

const hasPassword = rule<Passwords>(
  ({ userPassword, ownerPassword }) => userPassword !== undefined || ownerPassword !== undefined,
  "must be given, or ownerPassword, or both",
  "userPassword",
);

/** Who opens a file with the owner's password may do everything. */
const canRestrict = rule<Passwords>(
  ({ userPassword, ownerPassword, permissions }) =>
    permissions === undefined || (ownerPassword !== undefined && ownerPassword !== userPassword),
  "must be given with permissions, and differ from userPassword",
  "ownerPassword",
);

export const protect = contract({
  path: "/pdf/protect",
  summary: "Protect a PDF file with passwords",
  description:
    "The file is encrypted with AES-256 (revision 6, PDF 2.0). Without `userPassword` everybody can open it, and `permissions` say what they may do.",
  accepts: {
    form: fields({
      file: pdfPart,
      userPassword: optional(described(textPart(passwordText), { description: "The password that opens the file." })),
      ownerPassword: optional(
        described(textPart(passwordText), {
          description: "The password that opens the file without restrictions; by default `userPassword`.",
        }),
      ),
      permissions: optional(
        jsonPart(
          described(list(oneOf(PERMISSIONS), ["print", "copy"]), {
            description: "What readers let others than the owner do; everything by default. `[]` allows nothing.",
            examples: [["print", "copy"]],
          }),
        ),
      ),
      password: passwordPart,
    }).check(hasPassword, canRestrict),
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
