import { MB } from "../../settings/megabyte.ts";
import { get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { makeIndirect } from "../pages.ts";
import { textOfString, textString } from "../strings.ts";

/** Functions of Acrobat's JavaScript whose string arguments are field names, or lists of them. */
const FIELD_NAMING_CALLS = new Set(["getField", "removeField", "resetForm", "submitForm", "AFSimple_Calculate"]);

/** Longer scripts are not changed. */
const SCRIPT_LIMIT_BYTES = MB;

const isWord = (character: string): boolean => /[\w$]/.test(character);

/** The offset after the string literal that begins at `from`; the script's length for an unterminated one. */
const stringEnd = (script: string, from: number): number => {
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === script[from]) return at + 1;
  }
  return script.length;
};

/** The offset after the next occurrence of a word; the script's length if there is none. */
const endOfNext = (script: string, word: string, from: number): number => {
  const at = script.indexOf(word, from);
  return at < 0 ? script.length : at + word.length;
};

/** The tokens of a script: string literals, comments, words, and single characters. */
function* tokensOf(script: string): Generator<string> {
  for (let at = 0; at < script.length; ) {
    const from = at;
    const character = script.charAt(at);
    if (character === '"' || character === "'") at = stringEnd(script, at);
    else if (script.startsWith("//", at)) at = endOfNext(script, "\n", at);
    else if (script.startsWith("/*", at)) at = endOfNext(script, "*/", at + 2);
    else if (!isWord(character)) at++;
    else while (at < script.length && isWord(script.charAt(at))) at++;
    yield script.slice(from, at);
  }
}

/** A field's full name after the renaming of its top-level field. */
const renamedField = (name: string, renamed: ReadonlyMap<string, string>): string => {
  const [top = "", ...rest] = name.split(".");
  return [renamed.get(top) ?? top, ...rest].join(".");
};

/** A string literal with its fields' new names; it may list several, separated by commas. */
const renamedInLiteral = (text: string, renamed: ReadonlyMap<string, string>): string => {
  const quote = text.charAt(0);
  if (text.includes("\\")) return text;
  const names = text.slice(1, -1).split(",");
  const renamedText = names.map((name) => name.replace(name.trim(), () => renamedField(name.trim(), renamed)));
  return quote + renamedText.join(",") + quote;
};

/** A script in which the field names in calls are the new names. */
export const renameInScript = (script: string, renamed: ReadonlyMap<string, string>): string => {
  let word = "";
  let output = "";
  const calls: boolean[] = [];
  for (const piece of tokensOf(script)) {
    const first = piece.charAt(0);
    const quoted = (first === '"' || first === "'") && piece.length > 1 && piece.endsWith(first);
    output += quoted && calls.at(-1) === true ? renamedInLiteral(piece, renamed) : piece;
    if (piece === "(") calls.push(FIELD_NAMING_CALLS.has(word) || calls.at(-1) === true);
    else if (piece === ")") calls.pop();
    if (!/^\s$/.test(piece)) word = isWord(first) ? piece : "";
  }
  return output;
};

/** The source of a script, from a string or a stream. */
const scriptOf = (direct: Value | undefined, budget: Budget): string | undefined => {
  const data = direct instanceof Stream ? budget.lend(() => plainData(direct, budget)) : direct;
  return data instanceof Uint8Array && data.length <= SCRIPT_LIMIT_BYTES ? textOfString(data) : undefined;
};

/** The key of the fields that an action of a type names. */
const FIELD_KEYS: ReadonlyMap<string, string> = new Map([
  ["Hide", "T"],
  ["SubmitForm", "Fields"],
  ["ResetForm", "Fields"],
]);

/** Updates the names of renamed fields in a document's actions: in their scripts, or in their lists of fields. */
export class FieldRenaming {
  readonly #renamed: ReadonlyMap<string, string>;
  readonly #budget: Budget;
  /** The new value for each old one: actions may share a script, a name, or a list of names. */
  readonly #replaced = new Map<Value, Value | undefined>();

  constructor(renamed: ReadonlyMap<string, string>, budget: Budget) {
    this.#renamed = renamed;
    this.#budget = budget;
  }

  /** Updates the names in an action; other dictionaries stay as they are. */
  renameInAction(action: Dict): void {
    const type = nameAt(action, "S") ?? "";
    const key = FIELD_KEYS.get(type);
    if (type === "JavaScript") this.#replace(action, "JS", this.#script);
    else if (key !== undefined) this.#replace(action, key, this.#fields);
  }

  #replace(action: Dict, key: string, replacement: (value: Value) => Value | undefined): void {
    const old = get(action, key);
    if (old === undefined) return;
    const isKnown = this.#replaced.has(old);
    const value = isKnown ? this.#replaced.get(old) : replacement(old);
    if (value !== undefined) {
      action.set(key, value);
      makeIndirect(action, key);
    }
    if (!isKnown) this.#replaced.set(old, value && action.get(key));
  }

  /** The script with the new names; undefined if it names no renamed field. */
  readonly #script = (value: Value): Value | undefined => {
    const script = scriptOf(value, this.#budget);
    const newScript = script === undefined ? undefined : renameInScript(script, this.#renamed);
    if (newScript === undefined || newScript === script) return undefined;
    return value instanceof Stream ? new Ref(new Stream(new Map(), textString(newScript))) : textString(newScript);
  };

  readonly #fields = (value: Value): Value | undefined => {
    if (value instanceof Uint8Array) return this.#name(value);
    return Array.isArray(value) ? value.map((entry) => this.#name(entry)) : undefined;
  };

  #name(value: Value): Value {
    const name = resolve(value);
    if (!(name instanceof Uint8Array)) return value;
    this.#budget.spendValues(1 + (name.length >> 4));
    return textString(renamedField(textOfString(name), this.#renamed));
  }
}
