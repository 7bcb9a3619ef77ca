const MEGABYTE_BYTES = 1_048_576;
const PAGE_BYTES = 65_536;

/** The module's stack, and room for small documents. */
const BASE_BYTES = 12 * MEGABYTE_BYTES;

/** The memory that 32-bit WebAssembly can address. */
const ADDRESSABLE_BYTES = 4096 * MEGABYTE_BYTES;

/** The memory of one transformation, in pages of 64 KB. */
export interface MemoryLimits {
  readonly initial: number;
  readonly maximum: number;
}

/** The memory that the running transformations may use in total. */
let reservedBytes = 0;

/**
 * The initial and the maximum memory of a transformation, for input of so many bytes. Both grow with the input, and neither
 * exceeds the machine's free memory. Trees take about ten times the bytes of their text, and growing page by page is slow.
 */
export const memoryLimitsFor = (input: number): MemoryLimits => {
  const left = Math.max(process.availableMemory() - reservedBytes - 64 * MEGABYTE_BYTES, 64 * MEGABYTE_BYTES);
  const maximum = Math.floor(Math.min(256 * MEGABYTE_BYTES + 40 * input, left, ADDRESSABLE_BYTES) / PAGE_BYTES);
  return { initial: Math.min(Math.ceil((BASE_BYTES + 14 * input) / PAGE_BYTES), maximum), maximum };
};

/** Reserves the maximum memory of a transformation while the work runs. */
export const withReservedMemory = async <Result>(
  { maximum }: MemoryLimits,
  work: () => Promise<Result>,
): Promise<Result> => {
  reservedBytes += maximum * PAGE_BYTES;
  try {
    return await work();
  } finally {
    reservedBytes -= maximum * PAGE_BYTES;
  }
};
