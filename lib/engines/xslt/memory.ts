import { MB } from "../../settings/megabyte.ts";

const PAGE_BYTES = 65_536;

/** The module's stack, and room for small documents. */
const BASE_BYTES = 12 * MB;

/** The memory that 32-bit WebAssembly can address. */
const ADDRESSABLE_BYTES = 4096 * MB;

/** The memory that the running transformations may use in total. */
let reservedBytes = 0;

/**
 * The maximum memory of a transformation, in pages of 64 KB, for input of this many bytes. It grows with the input, and does not
 * exceed the machine's free memory.
 */
export const maximumMemoryFor = (input: number): number => {
  const left = Math.max(process.availableMemory() - reservedBytes - 64 * MB, 64 * MB);
  return Math.floor(Math.min(128 * MB + 40 * input, left, ADDRESSABLE_BYTES) / PAGE_BYTES);
};

/**
 * The initial memory of a transformation, in pages of 64 KB, for documents of this many bytes. Trees take about ten times the
 * bytes of their text, and growing page by page is slow.
 */
export const initialMemoryFor = (documents: number, maximum: number): number =>
  Math.min(Math.ceil((BASE_BYTES + 14 * documents) / PAGE_BYTES), maximum);

/** Reserves the maximum memory of a transformation while the work runs. */
export const withReservedMemory = async <Result>(maximum: number, work: () => Promise<Result>): Promise<Result> => {
  reservedBytes += maximum * PAGE_BYTES;
  try {
    return await work();
  } finally {
    reservedBytes -= maximum * PAGE_BYTES;
  }
};
