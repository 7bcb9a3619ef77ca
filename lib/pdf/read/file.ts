import type { Budget } from "../budget.ts";
import { type Raw, Ref, type Source, type Value } from "../objects.ts";
import type { Lock } from "../security/decrypt.ts";
import { emptyIndex, type Index, MAX_NUMBER } from "./index.ts";
import { behindWord, headerAt, readObject } from "./object.ts";
import { type ObjectStream, objectStream } from "./object-stream.ts";
import { RawScanner } from "./raw.ts";

/** The objects of one file, each read when it is first looked at. */
export class PdfFile implements Source {
  readonly bytes: Buffer;
  readonly budget: Budget;
  index: Index = emptyIndex();
  /** Undefined where nothing is encrypted. */
  lock: Lock | undefined;
  readonly #scanner = new RawScanner();
  readonly #refs: Ref[] = [];
  #containers = new Map<number, ObjectStream | undefined>();
  #loading = new Set<number>();

  constructor(bytes: Buffer, budget: Budget) {
    this.bytes = bytes;
    this.budget = budget;
  }

  /** The one cell of an object number; a number that no file has gets an empty one. */
  readonly ref = (number: number): Ref => {
    const known = this.#refs[number];
    if (known !== undefined) return known;
    if (number > MAX_NUMBER) return new Ref(null);
    const ref = new Ref(null, this, number);
    this.#refs[number] = ref;
    return ref;
  };

  /** The numbers of all objects that the index knows, in ascending order. */
  numbers(): number[] {
    return [...this.index.offsets.keys(), ...this.index.packed.keys()].sort((a, b) => a - b);
  }

  /** Reads an object; null for one that is not there, is damaged, or needs itself to be read. */
  load(number: number): Value {
    if (this.#loading.has(number)) return null;
    this.#loading.add(number);
    try {
      const container = this.index.packed.get(number);
      if (container !== undefined) return this.container(container)?.read(number) ?? null;
      return this.#readAt(this.index.offsets.get(number) ?? 0, number);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    } finally {
      this.#loading.delete(number);
    }
  }

  /** The text of an array or dictionary that can be copied as it stands; undefined for anything else. */
  raw(number: number): Raw | undefined {
    const container = this.index.packed.get(number);
    if (container !== undefined) return this.container(container)?.raw(number, this.#scanner);
    const offset = this.index.offsets.get(number) ?? 0;
    const header = offset > 0 && this.lock === undefined ? headerAt(this.bytes, offset) : undefined;
    if (header?.number !== number) return undefined;
    const { bytes } = this;
    const raw = this.#scanner.scan(bytes, header.body, bytes.length, this.ref, this.budget);
    return raw !== undefined && behindWord(bytes, raw.to, "endobj") !== undefined ? raw : undefined;
  }

  /** The object stream of a number, unpacked once. An object stream must stand in the file by itself. */
  container(number: number): ObjectStream | undefined {
    if (!this.#containers.has(number)) {
      const value = this.index.offsets.has(number) ? this.ref(number).value : null;
      this.#containers.set(number, objectStream(value, this.ref, this.budget));
    }
    return this.#containers.get(number);
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
    return this.lock === undefined ? value : this.lock.decrypt(value, number, header.generation);
  }
}
