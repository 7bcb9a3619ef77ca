import { dictAt, get, nameAt, numberAt } from "./access.ts";
import { fieldsOf } from "./form-fields.ts";
import type { Dict } from "./objects.ts";

/**
 * Removes the values of digital signatures, which are valid for the original file only; their appearance stays on the
 * page. Returns whether there was one.
 */
export const dropSignatures = (catalog: Dict): boolean => {
  const form = dictAt(catalog, "AcroForm");
  let found = false;
  for (const field of fieldsOf(form)) {
    const value = get(field, "V");
    if (value === undefined || (nameAt(field, "FT") !== "Sig" && nameAt(value, "Type") !== "Sig")) continue;
    field.delete("V");
    found = true;
  }
  if (numberAt(form, "SigFlags") !== undefined) form!.delete("SigFlags");
  for (const key of ["Perms", "DSS", "Legal"]) catalog.delete(key);
  return found;
};
