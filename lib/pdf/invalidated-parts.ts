import type { Warning } from "../output/warnings.ts";
import { dictAt, get, nameAt, numberAt } from "./access.ts";
import { fieldsOf } from "./form-fields/fields.ts";
import type { Dict } from "./objects.ts";
import type { Document } from "./read/open.ts";
import { dropXfa } from "./xfa.ts";

/** `keepXfa` keeps the XFA of a form, which is possible if no page changes. */
interface DropOptions {
  keepXfa?: boolean;
}

/**
 * Removes the parts of a document that are invalid in a new file, and returns a warning for each: digital signatures,
 * restrictions set by an owner's password, attachments that need a password, and a form's XFA. `place` names the
 * document in the warnings.
 */
export const dropInvalidatedParts = (
  document: Document,
  place?: string,
  { keepXfa = false }: DropOptions = {},
): Warning[] => {
  const warnings: Omit<Warning, "place">[] = [];
  if (dropSignatures(document.catalog)) {
    warnings.push({
      code: "signature-removed",
      message: "A digital signature was removed, because it is only valid for the original file.",
    });
  }
  if (document.isRestricted) {
    warnings.push({
      code: "restrictions-removed",
      message: "The restrictions that an owner's password had set were removed.",
    });
  }
  if (document.hasLockedAttachments) {
    warnings.push({ code: "attachment-removed", message: "Attachments that need a password were left out." });
  }
  if (!keepXfa && dropXfa(document.catalog)) {
    warnings.push({
      code: "xfa-removed",
      message: "The XFA part of a form was removed; its fields stay as those of a PDF form.",
    });
  }
  return warnings.map((loss) => ({ ...loss, place }));
};

/**
 * Removes the values of digital signatures, which are valid for the original file only; their appearance stays on the
 * page. Returns whether there was one.
 */
const dropSignatures = (catalog: Dict): boolean => {
  const form = dictAt(catalog, "AcroForm");
  let found = false;
  for (const field of fieldsOf(form)) {
    const value = get(field, "V");
    if (value === undefined || (nameAt(field, "FT") !== "Sig" && nameAt(value, "Type") !== "Sig")) continue;
    field.delete("V");
    found = true;
  }
  if (numberAt(form, "SigFlags") !== undefined) form?.delete("SigFlags");
  for (const key of ["Perms", "DSS", "Legal"]) catalog.delete(key);
  return found;
};
