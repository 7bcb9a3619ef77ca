/** A function that WebAssembly calls: its arguments and its result are 32-bit integers. */
interface Callback {
  readonly parameters: number;
  readonly call: (...values: number[]) => number;
}

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
/** The kind of imports and exports that are functions. */
const FUNCTION = 0;
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** The numbers of sections (WebAssembly Core Specification, 5.5.2). */
const [TYPES, IMPORTS, EXPORTS] = [1, 2, 7];

const section = (number: number, entries: readonly (readonly number[])[]): number[] => {
  const content = [entries.length, ...entries.flat()];
  return [number, content.length, ...content];
};

const nameOf = (index: number): number[] => [1, 0x61 + index];

/** A module that exports the functions that it imports, with the types of WebAssembly: `a` to `z` from `a`. */
const moduleOf = (callbacks: readonly Callback[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...HEADER,
    ...section(
      TYPES,
      callbacks.map(({ parameters }) => [FUNCTION_TYPE, parameters, ...Array<number>(parameters).fill(I32), 1, I32]),
    ),
    ...section(
      IMPORTS,
      callbacks.map((_, index) => [...nameOf(0), ...nameOf(index), FUNCTION, index]),
    ),
    ...section(
      EXPORTS,
      callbacks.map((_, index) => [...nameOf(index), FUNCTION, index]),
    ),
  ]);

/** Adds callbacks to a table of functions. Returns their places in it, which are their pointers in C. */
export const functionPointers = (table: WebAssembly.Table, callbacks: readonly Callback[]): number[] => {
  const named = callbacks.map(({ call }, index) => ({ letter: String.fromCharCode(0x61 + index), call }));
  const imports = Object.fromEntries(named.map(({ letter, call }) => [letter, call]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(callbacks)), { a: imports });
  const first = table.grow(callbacks.length);
  return named.map(({ letter }, index) => {
    table.set(first + index, exports[letter]);
    return first + index;
  });
};
