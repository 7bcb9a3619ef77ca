import { arrayAt, dictAt, dictOf } from "../access.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { postOrder } from "../post-order.ts";
import type { RemovedObjects } from "../removed-objects.ts";

/** All fields of an interactive form, parents before their kids. */
export const formFieldsOf = (form: Dict | undefined): Dict[] => {
  const fields = new Set<Dict>();
  /** The lists of kids that were seen: fields may share one. */
  const lists = new Set<Value[]>();
  const open: Value[] = [];
  const openAll = (list: Value[] | undefined): void => {
    if (list === undefined || lists.has(list)) return;
    lists.add(list);
    for (const kid of list) open.push(kid);
  };
  openAll(arrayAt(form, "Fields"));
  while (open.length > 0) {
    const field = dictOf(open.pop());
    if (field === undefined || fields.has(field)) continue;
    fields.add(field);
    openAll(arrayAt(field, "Kids"));
  }
  return [...fields];
};

/** Removes form fields that are removed, and those whose kids all are. */
export const pruneFields = (catalog: Dict, removed: Pick<RemovedObjects, "has" | "add">): void => {
  const form = dictAt(catalog, "AcroForm");
  const fields = arrayAt(form, "Fields");
  if (fields === undefined) return;
  const kidsOf = (field: Dict): Value[] => arrayAt(field, "Kids") ?? [];
  const keptFields = new Set<Dict>();
  /** The kids that are kept of each list: fields may share one. */
  const keptByList = new Map<Value[], Value[]>();
  const isKept = (field: Value): boolean => {
    const dict = dictOf(field);
    return !removed.has(field) && dict !== undefined && keptFields.has(dict);
  };
  for (const { node: field, dict } of postOrder(fields, kidsOf)) {
    const kids = kidsOf(dict);
    const kept = keptByList.get(kids) ?? kids.filter(isKept);
    keptByList.set(kids, kept);
    if (kept.length < kids.length) dict.set("Kids", new Ref(kept));
    if (kids.length > 0 && kept.length === 0) removed.add(field);
    else keptFields.add(dict);
  }
  form?.set("Fields", fields.filter(isKept));
  const order = arrayAt(form, "CO")?.filter((field) => !removed.has(field));
  if (order !== undefined) form?.set("CO", order);
};
