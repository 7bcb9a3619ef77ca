import { arrayAt, dictAt, dictOf } from "../access.ts";
import type { Dict, Value } from "../objects.ts";
import { kidsFirst } from "./kids-first.ts";
import type { Departed } from "./removed.ts";

/** Takes the form fields out that stood on pages that leave; one that also stands on another page stays. */
export const pruneFields = (catalog: Dict, departed: Departed): void => {
  const form = dictAt(catalog, "AcroForm");
  const fields = arrayAt(form, "Fields");
  if (fields === undefined) return;
  const kidsOf = (field: Dict): Value[] => arrayAt(field, "Kids") ?? [];
  const staying = new Set<Dict>();
  const stays = (field: Value): boolean => !departed.has(field) && staying.has(dictOf(field)!);
  for (const field of kidsFirst(fields, kidsOf)) {
    const dict = dictOf(field)!;
    const kids = kidsOf(dict);
    const left = kids.filter(stays);
    if (kids.length > 0) dict.set("Kids", left);
    if (kids.length > 0 && left.length === 0) departed.add(field);
    else staying.add(dict);
  }
  form!.set("Fields", fields.filter(stays));
  const order = arrayAt(form, "CO");
  if (order !== undefined) {
    const left = order.filter((field) => !departed.has(field));
    form!.set("CO", left);
  }
};
