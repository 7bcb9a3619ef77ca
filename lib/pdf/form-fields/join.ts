import { arrayAt, bytesAt, dictAt, dictOf, entriesOf } from "../access.ts";
import { asksForAppearances, drawWidgets } from "../appearances/widget.ts";
import type { Budget } from "../budget.ts";
import { isEqualValue } from "../equal-values.ts";
import type { MergeSource } from "../merge-source.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { makeIndirect } from "../pages.ts";
import { keyBytes, latin1Key, textOfString } from "../strings.ts";
import { TakenNames, unusedName } from "../unused-name.ts";
import { formFieldsOf } from "./fields.ts";
import { FieldRenaming } from "./references.ts";

/** Adds a form's default resources. Returns the new names of the fonts whose names are taken by other fonts. */
const joinDefaultResources = (all: Dict, form: Dict | undefined, budget: Budget): Map<string, string> => {
  const renamed = new Map<string, string>();
  for (const [category, entries] of form ?? []) {
    const added = dictOf(entries);
    if (added === undefined) {
      if (!all.has(category)) all.set(category, entries);
      continue;
    }
    const joined = dictOf(all.get(category)) ?? new Map<string, Value>();
    all.set(category, joined);
    for (const [name, value] of added) {
      if (!joined.has(name)) joined.set(name, value);
      else if (category === "Font" && !isEqualValue(joined.get(name), value, budget)) {
        const unused = unusedName(
          name,
          (candidate) => joined.has(candidate),
          (count) => `${name}_${count}`,
        );
        joined.set(unused, value);
        renamed.set(name, unused);
      }
    }
  }
  return renamed;
};

/** Longer default appearance strings are not changed. */
const APPEARANCE_LIMIT_BYTES = 1024;

/** Updates the font name in a default appearance string, such as `/Helv 12 Tf 0 g`. */
const renameFontInAppearance = (field: Dict, renamed: ReadonlyMap<string, string>): void => {
  const appearance = bytesAt(field, "DA");
  if (appearance === undefined || appearance.length > APPEARANCE_LIMIT_BYTES || renamed.size === 0) return;
  const text = latin1Key(appearance).replace(
    /\/([^\s/[\]()<>]+)(?=\s+[-+.\d]+\s+Tf)/g,
    (_, name: string) => `/${renamed.get(name) ?? name}`,
  );
  field.set("DA", keyBytes(text));
};

const nameWithNumber = (name: string) => (count: number) => {
  const suffix = `_${count}`;
  return name + (name.startsWith("\xfe\xff") ? [...suffix].map((char) => `\0${char}`).join("") : suffix);
};

/** The binary logarithm of the bytes of a name that cost one unit of the budget: many fields may share a long name. */
const NAME_BYTES_LOG2 = 2;

/**
 * Renames a top-level field to a name that no earlier form uses, so that filling one field does not fill the other. A new
 * name is added to `renamed`.
 */
const renameField = (field: Dict, takenNames: TakenNames, renamed: Map<string, string>, budget: Budget): void => {
  const bytes = bytesAt(field, "T");
  if (bytes === undefined) return;
  budget.spendValues(1 + (bytes.length >> NAME_BYTES_LOG2));
  const name = latin1Key(bytes);
  const unused = takenNames.take(name, nameWithNumber(name));
  if (unused === name) return;
  field.set("T", keyBytes(unused));
  renamed.set(textOfString(bytes), textOfString(keyBytes(unused)));
};

/** Updates the names of renamed fields in a document's actions. */
const renameInActions = (source: MergeSource, renamed: ReadonlyMap<string, string>): void => {
  if (renamed.size === 0) return;
  const renaming = new FieldRenaming(renamed, source.budget);
  for (const action of source.dictionariesWith("JavaScript", "Hide", "SubmitForm", "ResetForm")) {
    renaming.renameInAction(action);
  }
};

/** Entries of a form that hold for its fields. */
const INHERITED_KEYS = ["DA", "Q"];

/** Joins the interactive forms (ISO 32000-2, 12.7): fields of the same name stay separate fields. */
export const joinInteractiveForms = (sources: MergeSource[], catalog: Dict): void => {
  const form: Dict = new Map();
  const fields: Value[] = [];
  const order: Value[] = [];
  const resources: Dict = new Map();
  const taken = new TakenNames();
  for (const source of sources) {
    const renamedFields = new Map<string, string>();
    const own = dictAt(source.catalog, "AcroForm");
    const topFields = arrayAt(own, "Fields") ?? [];
    if (own !== undefined) for (const key of INHERITED_KEYS) makeIndirect(own, key);
    const renamed = joinDefaultResources(resources, dictAt(own, "DR"), source.budget);
    for (const top of topFields) {
      const field = dictOf(top);
      if (field === undefined) continue;
      for (const [key, value] of entriesOf(own, INHERITED_KEYS)) if (!field.has(key)) field.set(key, value);
      renameField(field, taken, renamedFields, source.budget);
      fields.push(top);
    }
    for (const field of formFieldsOf(own)) renameFontInAppearance(field, renamed);
    renameInActions(source, renamedFields);
    // Asked of the merged form, readers would draw the fields of all files anew.
    if (own !== undefined && asksForAppearances(own) && !drawWidgets(own, source.budget))
      form.set("NeedAppearances", true);
    for (const field of arrayAt(own, "CO") ?? []) order.push(field);
  }
  if (fields.length === 0) return;
  form.set("Fields", fields);
  if (order.length > 0) form.set("CO", order);
  if (resources.size > 0) form.set("DR", resources);
  catalog.set("AcroForm", new Ref(form));
};
