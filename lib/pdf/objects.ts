/**
 * What a PDF is made of (ISO 32000-2, 7.3), as plain JavaScript values: numbers, booleans, null, arrays and maps are
 * themselves, a string is its bytes. References are pointers to cells, not numbers: objects of several files can stand
 * beside each other in one new document, and the writer numbers them.
 */
export type Value = null | boolean | number | Name | Uint8Array | Value[] | Dict | Stream | Ref;

/** A dictionary; keys are names without the slash. */
export type Dict = Map<string, Value>;

/** A name such as `/Page`, without its slash. */
export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A stream: its dictionary (without /Length, which the writer knows better) and its bytes as stored. */
export class Stream {
  dict: Dict;
  data: Uint8Array;
  constructor(dict: Dict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** The text of an array or a dictionary that nobody has looked into: where it stands, and what it refers to. */
export interface Raw {
  bytes: Buffer;
  from: number;
  /** The offset behind its last byte. */
  to: number;
  refs: readonly Ref[];
  /** Where each reference begins and where it ends, in the order of `refs`; the first of them stands at `spot`. */
  spots: Int32Array;
  spot: number;
}

/** Whatever can produce the object of a number when somebody first looks at it. */
export interface Source {
  load(number: number): Value;
  /** The object's text, where it can be copied as it stands. */
  raw(number: number): Raw | undefined;
}

/** An indirect object: a cell with a value, read from its file when it is first looked at. */
export class Ref {
  #value: Value;
  #source: Source | undefined;
  #raw: Raw | null | undefined;
  readonly #number: number;
  /** The last walk that has come here, and the cell's place in it; the writer notes the object's number there. */
  walk = 0;
  place = 0;

  constructor(value: Value, source?: Source, number = 0) {
    this.#value = value;
    this.#source = source;
    this.#number = number;
  }

  /** The object itself; null when the file does not hold it. */
  get value(): Value {
    const source = this.#source;
    if (source !== undefined) {
      this.#source = undefined;
      this.#raw = undefined;
      this.#value = source.load(this.#number);
    }
    return this.#value;
  }

  set value(value: Value) {
    this.#source = undefined;
    this.#raw = undefined;
    this.#value = value;
  }

  /** The object's text, as long as nobody has looked into the object and where the text can be copied as it stands. */
  get raw(): Raw | undefined {
    if (this.#source === undefined) return undefined;
    if (this.#raw === undefined) this.#raw = this.#source.raw(this.#number) ?? null;
    return this.#raw ?? undefined;
  }
}
