import { arrayAt, dictAt, dictOf } from "../access.ts";
import type { Departed } from "../departed.ts";
import type { Dict, Value } from "../objects.ts";

const MAX_DEPTH = 50;

/** Takes the form fields out that stood on pages that leave; one that also stands on another page stays. */
export const pruneFields = (catalog: Dict, departed: Departed): void => {
  const form = dictAt(catalog, "AcroForm");
  const fields = arrayAt(form, "Fields");
  if (fields === undefined) return;
  const stays = (field: Value, depth: number): boolean => {
    if (departed.has(field)) return false;
    const dict = dictOf(field);
    if (dict === undefined || depth > MAX_DEPTH) return false;
    const kids = arrayAt(dict, "Kids");
    if (kids === undefined || kids.length === 0) return true;
    const left = kids.filter((kid) => stays(kid, depth + 1));
    dict.set("Kids", left);
    if (left.length === 0) departed.add(field);
    return left.length > 0;
  };
  form!.set(
    "Fields",
    fields.filter((field) => stays(field, 0)),
  );
  const order = arrayAt(form, "CO");
  if (order !== undefined) {
    form!.set(
      "CO",
      order.filter((field) => !departed.has(field)),
    );
  }
};
