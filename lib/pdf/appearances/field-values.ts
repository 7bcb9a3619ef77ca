import { arrayAt, dictOf, get, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { readTextString } from "../text-strings.ts";

/** Ancestors of a field that are searched for an attribute. */
const ANCESTORS_LIMIT = 32;

/** An attribute of a field, from itself or from its nearest ancestor that has one (ISO 32000-2, 12.7.4.1). */
export const fieldValue = (field: Dict, key: string): ReturnType<typeof resolve> => {
  let holder: Dict | undefined = field;
  for (let depth = 0; holder !== undefined && depth < ANCESTORS_LIMIT; depth++) {
    const value = get(holder, key);
    if (value !== undefined) return value;
    holder = dictOf(holder.get("Parent"));
  }
  return undefined;
};

export const fieldNumber = (field: Dict, key: string): number | undefined => {
  const value = fieldValue(field, key);
  return typeof value === "number" ? value : undefined;
};

/** The flags of a field (ISO 32000-2, tables 227, 229, 231, 233), by their bit positions. */
const FLAGS = {
  multiline: 13,
  password: 14,
  radio: 16,
  pushButton: 17,
  combo: 18,
  fileSelect: 21,
  comb: 25,
  richText: 26,
} as const;

export const hasFlag = (field: Dict, flag: keyof typeof FLAGS): boolean =>
  (((fieldNumber(field, "Ff") ?? 0) >> (FLAGS[flag] - 1)) & 1) === 1;

/** A longer value is not drawn. */
const TEXT_LIMIT_BYTES = 65_536;

/** The text of a value: a string, a stream or a name; undefined for other values and for a text that is too long. */
export const valueText = (value: Value | undefined, budget: Budget): string | undefined => {
  const direct = resolve(value);
  if (direct instanceof Name) return direct.text;
  const bytes = direct instanceof Stream ? budget.lend(() => plainData(direct, budget)) : direct;
  if (!(bytes instanceof Uint8Array) || bytes.length > TEXT_LIMIT_BYTES) return undefined;
  budget.spendValues(1 + bytes.length);
  return readTextString(bytes);
};

/** An option of a choice field: the text that is stored, and the one that is shown. */
interface Option {
  stored: string;
  shown: string;
}

/** More options are not drawn. */
const OPTIONS_LIMIT = 5000;

/** The options of a choice field (ISO 32000-2, 12.7.5.4); undefined if there are too many. */
export const optionsOf = (field: Dict, budget: Budget): Option[] | undefined => {
  const list = fieldValue(field, "Opt");
  const entries = Array.isArray(list) ? list : [];
  if (entries.length > OPTIONS_LIMIT) return undefined;
  budget.spendValues(entries.length);
  return entries.map((entry) => {
    const pair = resolve(entry);
    const [stored, shown] = Array.isArray(pair) ? pair : [entry, entry];
    const text = valueText(stored, budget) ?? "";
    return { stored: text, shown: valueText(shown, budget) ?? text };
  });
};

/** The texts of a choice field's value, which may be several; undefined if one cannot be read. */
export const chosenTexts = (field: Dict, budget: Budget): string[] | undefined => {
  const value = fieldValue(field, "V");
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (values.length > OPTIONS_LIMIT) return undefined;
  const texts = values.map((entry) => valueText(entry, budget));
  return texts.every((text) => text !== undefined) ? texts : undefined;
};

/** Whether a script of the field makes the text that is shown of its value (ISO 32000-2, table 200, `F`). */
export const isFormatted = (field: Dict): boolean => {
  const actions = dictOf(fieldValue(field, "AA"));
  return get(actions, "F") !== undefined;
};

/** The components of a colour of `MK` (ISO 32000-2, table 192); none for no colour. */
export const colourOf = (dict: Dict | undefined, key: string): number[] => {
  const numbers = (arrayAt(dict, key) ?? []).slice(0, 4).map(resolve);
  return numbers.every((entry) => typeof entry === "number") ? numbers : [];
};
