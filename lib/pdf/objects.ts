/**
 * The object types of PDF (ISO 32000-2, 7.3) as JavaScript values. Numbers, booleans, null, arrays and dictionaries are
 * the JavaScript values of these types; a string is its bytes. A reference is a pointer to an object, not a number, so that objects of several
 * files can be in one new document; the writer assigns the numbers.
 */
export type Value = null | boolean | number | Name | Uint8Array | Value[] | Dict | Stream | Ref;

/** A dictionary; keys are names without the slash. */
export type Dict = Map<string, Value>;

/** A dictionary with these entries, in their order. */
export const makeDict = (entries: Readonly<Record<string, Value>>): Dict => new Map(Object.entries(entries));

/** A name such as `/Page`, without its slash. */
export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A stream: its dictionary without /Length, which the writer adds, and its bytes as stored, with all filters applied.
 */
export class Stream {
  dict: Dict;
  data: Uint8Array;
  constructor(dict: Dict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** The source text of an array or dictionary that has not been parsed: its position in the file, and its references. */
export interface UnparsedObject {
  bytes: Buffer;
  from: number;
  /** The offset after its last byte. */
  to: number;
  refs: readonly Ref[];
  /**
   * Start and end offset of each reference, in the order of `refs`. The offsets of this object begin at index
   * `refOffsetsStart`.
   */
  refOffsets: Int32Array;
  refOffsetsStart: number;
}

/** Loads an object by its number when it is first used. */
export interface ObjectSource {
  load(number: number): Value;
  /** The object's source text, if it can be copied unchanged. */
  unparsed(number: number): UnparsedObject | undefined;
}

/** An indirect object, loaded from its file when its value is first used. */
export class Ref {
  #value: Value;
  #source: ObjectSource | undefined;
  #unparsed: UnparsedObject | null | undefined;
  /** Its number in the file that it was read from; 0 for a new object. */
  readonly number: number;
  /**
   * The number of the last traversal that reached the object, and the object's position in it. The writer stores the
   * new object number in `position`.
   */
  traversal = 0;
  position = 0;

  constructor(value: Value, source?: ObjectSource, number = 0) {
    this.#value = value;
    this.#source = source;
    this.number = number;
  }

  /** The object's value; null if the file does not contain it. */
  get value(): Value {
    const source = this.#source;
    if (source !== undefined) {
      this.#source = undefined;
      this.#unparsed = undefined;
      this.#value = source.load(this.number);
    }
    return this.#value;
  }

  set value(value: Value) {
    this.#source = undefined;
    this.#unparsed = undefined;
    this.#value = value;
  }

  /** Lets the object be loaded from another source. */
  set source(source: ObjectSource) {
    this.#source = source;
    this.#unparsed = undefined;
  }

  /** The object's source text, while it is not parsed and if the text can be copied unchanged. */
  get unparsed(): UnparsedObject | undefined {
    if (this.#source === undefined) return undefined;
    if (this.#unparsed === undefined) this.#unparsed = this.#source.unparsed(this.number) ?? null;
    return this.#unparsed ?? undefined;
  }
}

/** The indirect object of a number in a file. */
export type RefOf = (number: number) => Ref;
