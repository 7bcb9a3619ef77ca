import type { DescribedField, FieldKind, FieldValue } from "../../output/form-field.ts";
import { arrayAt, bytesAt, dictAt, dictOf, get } from "../access.ts";
import { fieldNumber, fieldValue, hasFlag, optionsOf, valueText } from "../appearances/field-values.ts";
import type { Budget } from "../budget.ts";
import { type Dict, Name } from "../objects.ts";
import { readTextString } from "../text-strings.ts";
import { formFieldsOf } from "./fields.ts";

/**
 * A field that can be filled: its full name (ISO 32000-2, 12.7.4.2), its kind, the dictionaries of its widgets, and those of all
 * its kids, which are parts of it because they have no names.
 */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly field: Dict;
  readonly widgets: readonly Dict[];
  readonly parts: readonly Dict[];
}

const ANCESTORS_LIMIT = 32;

/** The partial names of a field and of its ancestors, joined by periods. */
const fullNameOf = (field: Dict, budget: Budget): string => {
  const names: string[] = [];
  let holder: Dict | undefined = field;
  for (let depth = 0; holder !== undefined && depth < ANCESTORS_LIMIT; depth++) {
    const name = bytesAt(holder, "T");
    budget.spendValues(1 + (name?.length ?? 0));
    if (name !== undefined) names.unshift(readTextString(name));
    holder = dictOf(holder.get("Parent"));
  }
  return names.join(".");
};

const kindOf = (field: Dict): FieldKind | undefined => {
  const type = fieldValue(field, "FT");
  if (!(type instanceof Name)) return undefined;
  if (type.text === "Tx") return "text";
  if (type.text === "Ch") return "choice";
  if (type.text === "Sig") return "signature";
  if (type.text !== "Btn" || hasFlag(field, "pushButton")) return "button";
  return hasFlag(field, "radio") ? "radio" : "check";
};

const kidsOf = (field: Dict): Dict[] => (arrayAt(field, "Kids") ?? []).flatMap((kid) => dictOf(kid) ?? []);

/** All kids of a field, also of its kids. */
const partsOf = (field: Dict): Dict[] => {
  const parts = new Set(kidsOf(field));
  for (const part of parts) for (const kid of kidsOf(part)) parts.add(kid);
  parts.delete(field);
  return [...parts];
};

/** The terminal fields of a form (ISO 32000-2, 12.7.4.1), whose kids have no names, in the order of the form. */
export const formFields = (form: Dict | undefined, budget: Budget): FormField[] => {
  const all = new Set(formFieldsOf(form));
  return [...all].reverse().flatMap((field) => {
    const kind = kindOf(field);
    const hasName = (part: Dict): boolean => part.has("T");
    if (kind === undefined || !hasName(field) || kidsOf(field).some(hasName)) return [];
    const parts = partsOf(field);
    budget.spendValues(parts.length);
    if (parts.some(hasName)) return [];
    const widgets = parts.length === 0 ? [field] : parts.filter((part) => kidsOf(part).length === 0);
    return [{ name: fullNameOf(field, budget), kind, field, widgets, parts }];
  });
};

const OFF = "Off";

/** The names of the states in which a button is on. */
export const onStates = (widget: Dict): string[] => {
  const normal = get(dictAt(widget, "AP"), "N");
  return normal instanceof Map ? [...normal.keys()].filter((state) => state !== OFF) : [];
};

/**
 * The states in which a button is on, by the texts that stand for them: the options of its widgets (ISO 32000-2, 12.7.5.2.3 and
 * .4, `Opt`), or the names of the states themselves.
 */
export const stateTexts = ({ field, widgets }: FormField, budget: Budget): Map<string, string> => {
  const options = fieldValue(field, "Opt");
  const states = new Map<string, string>();
  for (const [at, widget] of widgets.entries()) {
    const text = Array.isArray(options) ? valueText(options[at], budget) : undefined;
    for (const state of onStates(widget)) if (!states.has(text ?? state)) states.set(text ?? state, state);
  }
  return states;
};

/** The states of all fields of one name, which are one field (ISO 32000-2, 12.7.4.2). */
export const statesOfAll = (entries: readonly FormField[], budget: Budget): Map<string, string> =>
  new Map(entries.flatMap((entry) => [...stateTexts(entry, budget)]));

/** The most characters of a text field; undefined if there is no limit. Readers treat a limit of 0 as none. */
export const maxLengthOf = (field: Dict): number | undefined => {
  const length = fieldNumber(field, "MaxLen") ?? 0;
  return length > 0 ? length : undefined;
};

const READ_ONLY = 1;
const REQUIRED = 2;

const currentValue = (entry: FormField, budget: Budget): FieldValue => {
  const { kind, field } = entry;
  const value = fieldValue(field, "V");
  if (kind === "check") return value instanceof Name && value.text !== OFF;
  if (Array.isArray(value)) return value.map((entry) => valueText(entry, budget) ?? "");
  const text = valueText(value, budget);
  if (text === undefined || kind !== "radio") return text ?? null;
  return [...stateTexts(entry, budget)].find(([, state]) => state === text)?.[0] ?? null;
};

/** The options of a radio button or choice field; undefined for other fields. */
const optionTexts = (entries: readonly FormField[], budget: Budget): string[] | undefined => {
  const [entry] = entries;
  if (entry?.kind === "radio") return [...statesOfAll(entries, budget).keys()];
  return entry?.kind === "choice" ? optionsOf(entry.field, budget)?.map(({ stored }) => stored) : undefined;
};

const describeField = (entries: readonly [FormField, ...FormField[]], budget: Budget): DescribedField => {
  const [entry] = entries;
  const flags = fieldNumber(entry.field, "Ff") ?? 0;
  const [options, maxLength] = [optionTexts(entries, budget), maxLengthOf(entry.field)];
  budget.spendValues(16);
  const value = entries.map((same) => currentValue(same, budget)).find((own) => own !== null && own !== false);
  return {
    name: entry.name,
    type: entry.kind,
    value: value ?? currentValue(entry, budget),
    ...(options !== undefined && { options }),
    ...(maxLength !== undefined && { maxLength }),
    ...((flags & READ_ONLY) !== 0 && { isReadOnly: true }),
    ...((flags & REQUIRED) !== 0 && { isRequired: true }),
  };
};

/** The fields of a form, as a caller sees them. */
export const describeFields = (form: Dict | undefined, budget: Budget): DescribedField[] => {
  const byName = Map.groupBy(formFields(form, budget), ({ kind, name }) => `${kind} ${name}`);
  return [...byName.values()].map(([first, ...others]) => describeField([first as FormField, ...others], budget));
};
