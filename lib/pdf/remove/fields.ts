import { arrayAt, dictAt, dictOf } from "../access.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { postOrder } from "./post-order.ts";
import type { RemovedObjects } from "./removed.ts";

/** Removes form fields whose widgets were all on removed pages. */
export const pruneFields = (catalog: Dict, removed: RemovedObjects): void => {
  const form = dictAt(catalog, "AcroForm");
  const fields = arrayAt(form, "Fields");
  if (fields === undefined) return;
  const kidsOf = (field: Dict): Value[] => arrayAt(field, "Kids") ?? [];
  const keptFields = new Set<Dict>();
  /** The kids that are kept of each list: fields may share one. */
  const keptByList = new Map<Value[], Value[]>();
  const isKept = (field: Value): boolean => !removed.has(field) && keptFields.has(dictOf(field)!);
  for (const field of postOrder(fields, kidsOf)) {
    const dict = dictOf(field)!;
    const kids = kidsOf(dict);
    const kept = keptByList.get(kids) ?? kids.filter(isKept);
    keptByList.set(kids, kept);
    if (kept.length < kids.length) dict.set("Kids", new Ref(kept));
    if (kids.length > 0 && kept.length === 0) removed.add(field);
    else keptFields.add(dict);
  }
  form!.set("Fields", fields.filter(isKept));
  const order = arrayAt(form, "CO");
  if (order !== undefined) {
    const kept = order.filter((field) => !removed.has(field));
    form!.set("CO", kept);
  }
};
