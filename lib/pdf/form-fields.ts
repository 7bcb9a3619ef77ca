import { arrayAt, dictOf } from "./access.ts";
import type { Dict, Value } from "./objects.ts";

/** All fields of an interactive form, parents before their kids. */
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
