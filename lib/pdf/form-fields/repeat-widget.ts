import { arrayAt, dictAt, dictOf, entriesOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Dict, Ref, type Value } from "../objects.ts";

/** Entries that make a dictionary a field (ISO 32000-2, tables 226, 228, 231 to 234); a widget may hold them as well. */
const FIELD_KEYS = "FT Parent Kids T TU TM Ff V DV DA Q DS RV Opt MaxLen TI I Lock SV".split(" ");

/** Entries of a list that are searched for one unit of the budget. */
const SEARCHED_PER_UNIT = 64;

const replace = (list: Value[] | undefined, before: Value, now: Value, budget: Budget): void => {
  budget.spendValues(1 + (list?.length ?? 0) / SEARCHED_PER_UNIT);
  const at = list?.indexOf(before) ?? -1;
  if (at >= 0) list?.splice(at, 1, now);
};

/** The additional actions of fields, for keys, formats, values and calculations; those of widgets have other names (12.6.3). */
const FIELD_ACTIONS = ["K", "F", "V", "C"];

const moveFieldActions = (widget: Dict, field: Dict): void => {
  const actions = dictAt(widget, "AA");
  const moved = entriesOf(actions, FIELD_ACTIONS);
  if (actions === undefined || moved.length === 0) return;
  field.set("AA", new Map(moved));
  const left = [...actions].filter(([key]) => !FIELD_ACTIONS.includes(key));
  if (left.length > 0) widget.set("AA", new Map(left));
  else widget.delete("AA");
};

/** Moves the field that a widget holds as well into a dictionary of its own, whose kid the widget becomes. */
const separateField = (form: Dict | undefined, widget: Ref, budget: Budget): Dict => {
  const [dict, field] = [dictOf(widget) ?? new Map<string, Value>(), new Map<string, Value>()];
  for (const key of FIELD_KEYS) {
    const value = dict.get(key);
    if (value === undefined) continue;
    field.set(key, value);
    dict.delete(key);
  }
  moveFieldActions(dict, field);
  const ref = new Ref(field.set("Kids", [widget]));
  dict.set("Parent", ref);
  const siblings = field.has("Parent") ? arrayAt(field.get("Parent"), "Kids") : arrayAt(form, "Fields");
  replace(siblings, widget, ref, budget);
  replace(arrayAt(form, "CO"), widget, ref, budget);
  return field;
};

/** Shows the field of a widget once more, in a copy of the widget. */
export const repeatWidget = (form: Dict | undefined, widget: Ref, copy: Ref, budget: Budget): void => {
  const dict = dictOf(widget);
  const holdsField = dict?.has("T") === true || dictAt(dict, "Parent") === undefined;
  const field = holdsField ? separateField(form, widget, budget) : dictAt(dict, "Parent");
  const parent = dictOf(widget)?.get("Parent");
  for (const key of FIELD_KEYS) dictOf(copy)?.delete(key);
  if (holdsField) moveFieldActions(dictOf(copy) ?? new Map(), new Map());
  if (parent !== undefined) dictOf(copy)?.set("Parent", parent);
  arrayAt(field, "Kids")?.push(copy);
};
