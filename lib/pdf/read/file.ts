import type { Budget } from "../budget.ts";
import { type ObjectSource, Ref, type UnparsedObject, type Value } from "../objects.ts";
import type { Decryptor } from "../security/decrypt.ts";
import { endOfKeyword, headerAt, readObject } from "./object.ts";
import { emptyIndex, OBJECT_NUMBER_LIMIT, type ObjectIndex } from "./object-index.ts";
import { type ObjectStream, openObjectStream } from "./object-stream.ts";
import { UnparsedScanner } from "./unparsed-scanner.ts";

/**
 * The objects of one file, each parsed when it is first used. It is one class, because reading an object may need others:
 * its object stream, the length of its data.
 */
export class ParsedPdf implements ObjectSource {
  readonly bytes: Buffer;
  readonly budget: Budget;
  /** The password that was given for the file. */
  readonly password: string | undefined;
  index: ObjectIndex = emptyIndex();
  /** Undefined if the file is not encrypted. */
  decryptor: Decryptor | undefined;
  readonly #scanner: UnparsedScanner;
  readonly #refs: Ref[] = [];
  #objectStreams = new Map<number, ObjectStream | undefined>();
  #loading = new Set<number>();

  constructor(bytes: Buffer, budget: Budget, password: string | undefined) {
    this.bytes = bytes;
    this.budget = budget;
    this.password = password;
    this.#scanner = new UnparsedScanner(bytes.length);
  }

  /** The indirect object of a number, always the same one; null for a number above the limit. */
  readonly ref = (number: number): Ref => {
    const known = this.#refs[number];
    if (known !== undefined) return known;
    if (number > OBJECT_NUMBER_LIMIT) return new Ref(null);
    const ref = new Ref(null, this, number);
    this.#refs[number] = ref;
    return ref;
  };

  /** The numbers of all objects in the index, ascending. */
  numbers(): number[] {
    return [...this.index.offsets.keys(), ...this.index.compressed.keys()].sort((a, b) => a - b);
  }

  /** Reads an object; null if it is missing, damaged, or needed for reading itself. */
  load(number: number): Value {
    if (this.#loading.has(number)) return null;
    this.#loading.add(number);
    try {
      const container = this.index.compressed.get(number);
      if (container !== undefined) return this.objectStream(container)?.read(number) ?? null;
      return this.#readAt(this.index.offsets.get(number) ?? 0, number);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    } finally {
      this.#loading.delete(number);
    }
  }

  /** The text of an array or dictionary that can be copied unchanged; undefined for other objects. */
  unparsed(number: number): UnparsedObject | undefined {
    const container = this.index.compressed.get(number);
    if (container !== undefined) return this.objectStream(container)?.unparsed(number, this.#scanner);
    const offset = this.index.offsets.get(number) ?? 0;
    const header = offset > 0 && this.decryptor === undefined ? headerAt(this.bytes, offset) : undefined;
    if (header?.number !== number) return undefined;
    const { bytes } = this;
    const unparsed = this.#scanner.scan(bytes, header.body, this.ref, this.budget);
    return unparsed !== undefined && endOfKeyword(bytes, unparsed.to, "endobj") !== undefined ? unparsed : undefined;
  }

  /** The object stream with a number, decoded once. An object stream cannot be in another one. */
  objectStream(number: number): ObjectStream | undefined {
    if (!this.#objectStreams.has(number)) {
      const value = this.index.offsets.has(number) ? this.ref(number).value : null;
      this.#objectStreams.set(number, openObjectStream(value, this.ref, this.budget));
    }
    return this.#objectStreams.get(number);
  }

  #readAt(offset: number, number: number): Value {
    const header = offset > 0 ? headerAt(this.bytes, offset) : undefined;
    if (header?.number !== number) return null;
    const length = (value: Value | undefined): number | undefined => {
      const known = value instanceof Ref ? value.value : value;
      return typeof known === "number" ? known : undefined;
    };
    const { bytes, budget, ref } = this;
    const value = readObject({ bytes, budget, ref, length }, header);
    return this.decryptor === undefined ? value : this.decryptor.decrypt(value, number, header.generation);
  }
}
