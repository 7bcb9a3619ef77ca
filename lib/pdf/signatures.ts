import { arrayAt, dictAt, dictOf, get, nameAt, numberAt } from "./access.ts";
import type { Dict, Value } from "./objects.ts";

/** All fields of a form, parents before their kids. */
export const fieldsOf = (form: Dict | undefined): Dict[] => {
  const fields = new Set<Dict>();
  const open: Value[] = [...(arrayAt(form, "Fields") ?? [])];
  while (open.length > 0) {
    const field = dictOf(open.pop());
    if (field === undefined || fields.has(field)) continue;
    fields.add(field);
    open.push(...(arrayAt(field, "Kids") ?? []));
  }
  return [...fields];
};

/**
 * Takes the values of digital signatures out: they hold for the file as it was, and for no other. What they look like
 * on the page stays. Tells whether there was one.
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
