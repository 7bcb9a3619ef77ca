import { described, jsonPart, list, oneOf, optional, rule, textPart } from "../contract/contract.ts";
import { encodePassword } from "../pdf/security/passwords.ts";
import { PERMISSIONS } from "../pdf/security/permissions.ts";
import { passwordText } from "./pdf-file.ts";

/** A password to protect a file with, of which something is left when it is prepared for encryption. */
const newPasswordText = passwordText.check(
  rule<string>((password) => encodePassword(password).length > 0, "must have a visible character"),
);

const newPasswordPart = (description: string) => optional(described(textPart(newPasswordText), { description }));

/** The parts that say how a PDF is protected. */
export const protectionParts = {
  userPassword: newPasswordPart("The password that opens the file."),
  ownerPassword: newPasswordPart("The password that opens the file without restrictions; by default `userPassword`."),
  permissions: optional(
    jsonPart(
      described(list(oneOf(PERMISSIONS), ["print", "copy"]), {
        description: "What readers let others than the owner do; everything by default. `[]` allows nothing.",
        examples: [["print", "copy"]],
      }),
    ),
  ),
};

interface NewProtection {
  readonly userPassword?: string | undefined;
  readonly ownerPassword?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
}

const hasPassword = rule<NewProtection>(
  ({ userPassword, ownerPassword }) => userPassword !== undefined || ownerPassword !== undefined,
  "must be given, or ownerPassword, or both",
  "userPassword",
);

const areSame = (a: string, b: string): boolean => Buffer.compare(encodePassword(a), encodePassword(b)) === 0;

/** Who opens a file with the owner's password may do everything, so that must be another one for readers too. */
const canRestrict = rule<NewProtection>(
  ({ userPassword = "", ownerPassword, permissions }) =>
    permissions === undefined || (ownerPassword !== undefined && !areSame(ownerPassword, userPassword)),
  "must be given with permissions, and differ from userPassword",
  "ownerPassword",
);

/** The rules for these parts together. */
export const protectionRules = [hasPassword, canRestrict] as const;
