import { arrayAt, dictOf } from "./access.ts";
import type { Dict, Value } from "./objects.ts";

/** All fields of an interactive form, parents before their kids. */
export const fieldsOf = (form: Dict | undefined): Dict[] => {
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
