import { arrayAt, bytesAt, dictAt, dictOf, get } from "../access.ts";
import { isEqualValue } from "../equal-values.ts";
import { fieldsOf } from "../form-fields.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { keyBytes, keyOf } from "../strings.ts";
import { fieldName, renameInAction } from "./field-references.ts";
import type { MergeSource } from "./merge-source.ts";
import { unusedName } from "./unused-name.ts";

/** Adds a form's default resources. Returns the new names of the fonts whose names are taken by other fonts. */
const joinDefaultResources = (all: Dict, own: Dict | undefined): Map<string, string> => {
  const renamed = new Map<string, string>();
  for (const [category, entries] of own ?? []) {
    const added = dictOf(entries);
    if (added === undefined) {
      if (!all.has(category)) all.set(category, entries);
      continue;
    }
    const joined = dictOf(all.get(category)) ?? new Map<string, Value>();
    all.set(category, joined);
    for (const [name, value] of added) {
      if (!joined.has(name)) joined.set(name, value);
      else if (category === "Font" && !isEqualValue(joined.get(name), value)) {
        const free = unusedName(
          name,
          (candidate) => joined.has(candidate),
          (count) => `${name}_${count}`,
        );
        joined.set(free, value);
        renamed.set(name, free);
      }
    }
  }
  return renamed;
};

/** Updates the font name in a default appearance string, such as `/Helv 12 Tf 0 g`. */
const renameFontInAppearance = (field: Dict, renamed: ReadonlyMap<string, string>): void => {
  const appearance = bytesAt(field, "DA");
  if (appearance === undefined || renamed.size === 0) return;
  const text = keyOf(appearance).replace(
    /\/([^\s/[\]()<>]+)(?=\s+[-+.\d]+\s+Tf)/g,
    (_, name: string) => `/${renamed.get(name) ?? name}`,
  );
  field.set("DA", keyBytes(text));
};

const nameWithNumber = (name: string) => (count: number) => {
  const suffix = `_${count}`;
  return name + (name.startsWith("\xfe\xff") ? [...suffix].map((char) => `\0${char}`).join("") : suffix);
};

/**
 * Gives a top-level field a name that no earlier form uses, so that filling one field does not fill the other. A new
 * name is added to `renamed`.
 */
const renameField = (field: Dict, taken: Set<string>, renamed: Map<string, string>): void => {
  const name = bytesAt(field, "T");
  if (name === undefined) return;
  const free = unusedName(keyOf(name), (candidate) => taken.has(candidate), nameWithNumber(keyOf(name)));
  if (free !== keyOf(name)) {
    field.set("T", keyBytes(free));
    renamed.set(fieldName(name), fieldName(keyBytes(free)));
  }
  taken.add(free);
};

/** Updates the names of renamed fields in a document's actions. */
const renameInActions = (source: MergeSource, renamed: ReadonlyMap<string, string>): void => {
  if (renamed.size === 0) return;
  for (const action of source.dictionariesWith("JavaScript", "Hide", "SubmitForm", "ResetForm")) {
    renameInAction(action, renamed, source.budget);
  }
};

/** Joins the interactive forms (ISO 32000-2, 12.7): fields of the same name stay separate fields. */
export const joinInteractiveForms = (sources: MergeSource[], catalog: Dict): void => {
  const form: Dict = new Map();
  const fields: Value[] = [];
  const order: Value[] = [];
  const resources: Dict = new Map();
  const taken = new Set<string>();
  for (const source of sources) {
    const named = new Map<string, string>();
    const own = dictAt(source.catalog, "AcroForm");
    const tops = arrayAt(own, "Fields") ?? [];
    const renamed = joinDefaultResources(resources, dictAt(own, "DR"));
    for (const top of tops) {
      const field = dictOf(top);
      if (field === undefined) continue;
      for (const key of ["DA", "Q"]) if (!field.has(key) && own!.has(key)) field.set(key, own!.get(key)!);
      renameField(field, taken, named);
      fields.push(top);
    }
    for (const field of fieldsOf(own)) renameFontInAppearance(field, renamed);
    renameInActions(source, named);
    if (get(own, "NeedAppearances") === true) form.set("NeedAppearances", true);
    order.push(...(arrayAt(own, "CO") ?? []));
  }
  if (fields.length === 0) return;
  form.set("Fields", fields);
  if (order.length > 0) form.set("CO", order);
  if (resources.size > 0) form.set("DR", resources);
  catalog.set("AcroForm", new Ref(form));
};
