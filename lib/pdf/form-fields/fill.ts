import { ServiceError } from "../../errors/service-error.ts";
import type { FieldValue } from "../../output/form-field.ts";
import { dictAt } from "../access.ts";
import { drawForm } from "../appearances/draw-form.ts";
import { fieldNumber, fieldValue, hasFlag, optionsOf } from "../appearances/field-values.ts";
import { frameOf } from "../appearances/frame.ts";
import type { Budget } from "../budget.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { textString } from "../strings.ts";
import type { OutputDocument } from "../write/write.ts";
import { type FormField, formFields, maxLengthOf, onStates, statesOfAll, stateTexts } from "./form-values.ts";

/** The values of fields by their full names. */
export type FormValues = Readonly<Record<string, FieldValue>>;

/** The position of the flag of combo boxes that accept any text (ISO 32000-2, table 233). */
const EDIT_BIT = 19;
/** The position of the flag of list boxes that accept several options. */
const MULTIPLE_BIT = 22;
const OFF = "Off";
/** States that a message names. */
const NAMED_STATES_LIMIT = 20;

const refuse: (name: string, fault: string) => never = (name, fault) => {
  throw new ServiceError("INVALID_REQUEST", `fields.${name} ${fault}.`);
};

const hasBit = (field: Dict, bit: number): boolean => (((fieldNumber(field, "Ff") ?? 0) >> (bit - 1)) & 1) === 1;

/** The entries that say which value a field has (ISO 32000-2, tables 226, 228 and 234). */
const VALUE_ENTRIES = ["V", "RV", "I"];

/** Removes the value of a field, also from its kids: there it would hide that of the field. */
const removeValue = ({ field, parts }: FormField): void => {
  for (const holder of [field, ...parts]) for (const key of VALUE_ENTRIES) holder.delete(key);
};

/** Sets the value of a field, or removes it. What showed the value before goes. */
const setValue = (entry: FormField, value: Value | undefined): void => {
  const { field, widgets } = entry;
  removeValue(entry);
  // A value may be inherited, so an empty one stands for none.
  if (value !== undefined || fieldValue(field, "V") !== undefined) field.set("V", value ?? textString(""));
  for (const widget of widgets) widget.delete("AP");
};

/** The longest text of a field: a longer one is not drawn. */
const TEXT_LIMIT_CHARACTERS = 32_767;

const setText = (entry: FormField, value: FieldValue, budget: Budget): void => {
  const { name, field } = entry;
  if (value !== null && typeof value !== "string") refuse(name, "must be a text");
  const most = Math.min(maxLengthOf(field) ?? TEXT_LIMIT_CHARACTERS, TEXT_LIMIT_CHARACTERS);
  if (value !== null && value.length > most) refuse(name, `must have at most ${most} characters`);
  budget.spendValues(1 + (value?.length ?? 0));
  setValue(entry, value === null ? undefined : textString(value));
};

/**
 * Sets the state of a check box or of radio buttons: each widget shows its own state, if it has it. `same` are all fields of
 * its name.
 */
const setState = (entry: FormField, same: readonly FormField[], value: FieldValue, budget: Budget): void => {
  const { name, kind, field, widgets } = entry;
  const [states, ownStates] = [statesOfAll(same, budget), stateTexts(entry, budget)];
  const [first = "Yes"] = states.values();
  const wanted = value === null || value === false ? OFF : value === true && kind === "check" ? first : value;
  if (typeof wanted !== "string") refuse(name, kind === "check" ? "must be true or false" : "must be a text");
  const isOnlyState = kind === "check" && states.size === 0 && wanted === first;
  const isState = wanted === OFF || isOnlyState || states.has(wanted) || [...states.values()].includes(wanted);
  if (!isState) refuse(name, `must be one of ${[...states.keys()].slice(0, NAMED_STATES_LIMIT).join(", ")}`);
  const isOwn = isOnlyState || [...ownStates.values()].includes(wanted);
  const state = ownStates.get(wanted) ?? (isOwn ? wanted : OFF);
  removeValue(entry);
  field.set("V", new Name(state));
  for (const widget of widgets) {
    const own = onStates(widget);
    const isOn = state !== OFF && (own.includes(state) || ownStates.size === 0);
    widget.set("AS", new Name(isOn ? state : OFF));
  }
};

/** The value of a choice field that has these options chosen. */
const choiceOf = ({ name, field }: FormField, value: FieldValue, budget: Budget): Value | undefined => {
  if (value === null) return undefined;
  const options = optionsOf(field, budget);
  if (options === undefined) refuse(name, "has more options than can be read");
  const stored = new Map(options.toReversed().map((option) => [option.shown, option.stored]));
  for (const option of options) stored.set(option.stored, option.stored);
  const storedOf = (text: string): string => {
    const option = stored.get(text);
    if (option !== undefined) return option;
    if (hasFlag(field, "combo") && hasBit(field, EDIT_BIT)) return text;
    return refuse(name, "must be one of its options");
  };
  if (typeof value === "boolean") refuse(name, "must be a text or a list of texts");
  const texts = typeof value === "string" ? [value] : value;
  if (texts.length !== 1 && !hasBit(field, MULTIPLE_BIT)) refuse(name, "must be one text");
  budget.spendValues(texts.length);
  const values = texts.map((text) => textString(storedOf(text)));
  return values.length === 1 ? values[0] : values;
};

const setField = (entry: FormField, same: readonly FormField[], value: FieldValue, budget: Budget): void => {
  const { name, kind } = entry;
  if (kind === "text") setText(entry, value, budget);
  else if (kind === "choice") setValue(entry, choiceOf(entry, value, budget));
  else if (kind === "check" || kind === "radio") setState(entry, same, value, budget);
  else refuse(name, `is a ${kind}, which has no value`);
};

const isUndrawn = (widget: Dict): boolean => frameOf(widget) !== undefined && dictAt(widget, "AP") === undefined;

/** The first field that is to show a value and has nothing that shows it. */
const lackAppearance = (entries: readonly FormField[]): FormField | undefined =>
  entries.find(({ field, widgets, kind }) => {
    const isShown = kind === "text" || kind === "choice";
    return isShown && fieldValue(field, "V") !== undefined && widgets.some(isUndrawn);
  });

/** Draws the values of a form. Returns the first of the filled fields whose value cannot be drawn. */
const drawValues = async (form: Dict, filled: readonly FormField[], budget: Budget): Promise<FormField | undefined> => {
  const changed = new Set(filled.flatMap(({ widgets }) => widgets));
  return (await drawForm(form, budget, changed)) ? undefined : lackAppearance(filled);
};

/**
 * Fills fields of a form and draws their values. Throws INVALID_REQUEST, with the field's name, for one that the form does not
 * have, for a value that it does not accept, and for one that cannot be drawn, because no font has a character or because its
 * script needs shaping.
 */
export const fillForm = async (document: Document, values: FormValues, budget: Budget): Promise<OutputDocument> => {
  const output = prepareOutput(document, budget);
  const form = dictAt(document.catalog, "AcroForm");
  const byName = Map.groupBy(formFields(form, budget), ({ name }) => name);
  const filled: FormField[] = [];
  for (const [name, value] of Object.entries(values)) {
    const entries = byName.get(name);
    if (entries === undefined) refuse(name, "is no field of the file");
    for (const entry of entries) {
      setField(entry, entries, value, budget);
      filled.push(entry);
    }
  }
  const undrawn = form && (await drawValues(form, filled, budget));
  if (undrawn !== undefined) refuse(undrawn.name, "has characters that no font can show in a field");
  return output;
};
