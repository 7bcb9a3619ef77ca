import type { Budget } from "../budget.ts";
import { type Dict, Ref, type RefOf, type UnparsedObject, type Value } from "../objects.ts";
import { serialise } from "../write/serialise.ts";
import { isDigit, isRegular } from "./characters.ts";
import { Lexer } from "./lexer.ts";
import { atomEnd, nameEnd, referenceEnd, skipSpace } from "./token-ends.ts";

const SOLIDUS = 47;
const [ARRAY_START, ARRAY_END, ANGLE_START, ANGLE_END] = [91, 93, 60, 62];

/** What a change of a dictionary may do: a parsed dictionary allows it, and so does one that stays text. */
export type ChangeableDict = Pick<Dict, "has" | "get"> & {
  set(key: string, value: Value): unknown;
  delete(key: string): unknown;
};

/** A piece of an object's text that is replaced; offsets count in the bytes that hold the object. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Thrown for a change that text cannot express. */
class NeedsParsing extends Error {
  override readonly name = "NeedsParsing";
}

const isKey = (bytes: Buffer, from: number, to: number, key: string): boolean => {
  if (to - from !== key.length) return false;
  for (let at = 0; at < key.length; at++) if (bytes[from + at] !== key.charCodeAt(at)) return false;
  return true;
};

/** The references of a text by their numbers. A map of them is made when the first one is asked for. */
export const refsOfText = (text: UnparsedObject): RefOf => {
  let refs: Map<number, Ref> | undefined;
  return (number) => {
    refs ??= new Map(text.refs.map((ref) => [ref.number, ref]));
    return refs.get(number) ?? new Ref(null);
  };
};

/**
 * The dictionaries in the text of an unparsed object, one after another, the inner ones first. It is one class, because a
 * dictionary of the text is a view of the entries that were read last.
 */
class TextDictionaries implements ChangeableDict {
  readonly edits: TextEdit[] = [];
  readonly #text: UnparsedObject;
  readonly #budget: Budget;
  readonly #change: (dict: ChangeableDict) => void;
  /** Start and end of the key and of the value of each entry, of all dictionaries that are open. */
  readonly #entries: number[] = [];
  readonly #refOf: RefOf;
  /** The first entry of the dictionary that is changed. */
  #begin = 0;

  constructor(text: UnparsedObject, budget: Budget, change: (dict: ChangeableDict) => void) {
    this.#text = text;
    this.#budget = budget;
    this.#change = change;
    this.#refOf = refsOfText(text);
  }

  has(key: string): boolean {
    return this.#find(key) >= 0;
  }

  get(key: string): Value | undefined {
    const entry = this.#find(key);
    if (entry < 0) return undefined;
    const [from, to] = [this.#entries[entry + 2] ?? 0, this.#entries[entry + 3] ?? 0];
    return new Lexer(this.#text.bytes, from, to, { refs: this.#refOf, budget: this.#budget }).value();
  }

  set(key: string, value: Value): void {
    const entry = this.#find(key);
    if (entry < 0 || value instanceof Ref || Array.isArray(value) || value instanceof Map) throw new NeedsParsing();
    const text = serialise(value, () => undefined);
    this.#replace(this.#entries[entry + 2], entry, isRegular(text.charCodeAt(0)) ? ` ${text}` : text);
  }

  delete(key: string): void {
    const entry = this.#find(key);
    if (entry >= 0) this.#replace((this.#entries[entry] ?? 0) - 1, entry, "");
  }

  /** The offset after a value, whose dictionaries are changed. */
  changeIn(from: number): number {
    const { bytes, to: end } = this.#text;
    const byte = bytes[from];
    if (byte === ARRAY_START) return this.#changeInArray(from + 1);
    if (byte === ANGLE_START && bytes[from + 1] === ANGLE_START) return this.#changeDictionary(from + 2);
    if (byte === SOLIDUS) return nameEnd(bytes, from + 1, end);
    const afterReference = isDigit(byte) ? referenceEnd(bytes, from, end) : -1;
    return afterReference > 0 ? afterReference : atomEnd(bytes, from, end);
  }

  #changeInArray(from: number): number {
    const { bytes, to: end } = this.#text;
    let at = skipSpace(bytes, from, end);
    while (bytes[at] !== ARRAY_END) at = skipSpace(bytes, this.changeIn(at), end);
    return at + 1;
  }

  #changeDictionary(from: number): number {
    const { bytes, to: end } = this.#text;
    const begin = this.#entries.length;
    let at = skipSpace(bytes, from, end);
    while (bytes[at] !== ANGLE_END) {
      const keyEnd = nameEnd(bytes, at + 1, end);
      const value = skipSpace(bytes, keyEnd, end);
      const valueEnd = this.changeIn(value);
      this.#entries.push(at + 1, keyEnd, value, valueEnd);
      at = skipSpace(bytes, valueEnd, end);
    }
    this.#begin = begin;
    this.#change(this);
    this.#entries.length = begin;
    return at + 2;
  }

  /** The place of a key's entry; -1 if there is none. Readers do not agree about a key that is there twice. */
  #find(key: string): number {
    const { bytes } = this.#text;
    let found = -1;
    for (let entry = this.#begin; entry < this.#entries.length; entry += 4) {
      if (!isKey(bytes, this.#entries[entry] ?? 0, this.#entries[entry + 1] ?? 0, key)) continue;
      if (found >= 0) throw new NeedsParsing();
      found = entry;
    }
    return found;
  }

  #replace(from = 0, entry: number, text: string): void {
    this.edits.push({ from, to: this.#entries[entry + 3] ?? 0, text });
  }
}

/**
 * Lets a change have each dictionary in the text of an object, at any depth. Returns the edits that make it, in the order of
 * the text; undefined if the object must be parsed for it.
 */
export const changesInText = (
  text: UnparsedObject,
  budget: Budget,
  change: (dict: ChangeableDict) => void,
): TextEdit[] | undefined => {
  const dictionaries = new TextDictionaries(text, budget, change);
  budget.spendValues(1 + ((text.to - text.from) >> 4));
  try {
    dictionaries.changeIn(text.from);
  } catch (error) {
    if (error instanceof NeedsParsing) return undefined;
    throw error;
  }
  const edits = dictionaries.edits.sort((a, b) => a.from - b.from);
  return edits.some(({ from }, at) => from < (edits[at - 1]?.to ?? 0)) ? undefined : edits;
};
