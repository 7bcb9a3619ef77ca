const MB = 1_048_576;
const PAGE = 65_536;

/** The module's own stack, and room for small documents. */
const BASE = 12 * MB;

/** What WebAssembly can address. */
const MOST = 4096 * MB;

/** Memory of one transformation, in pages of 64 KB. */
export interface Allowance {
  readonly initial: number;
  readonly maximum: number;
}

/** Bytes that transformations under way may still come to use. */
let promised = 0;

/**
 * How much memory a transformation of so many bytes begins with (its trees take about ten times the text; to grow page
 * by page is slow) and may take at most: by the size of its input, and never more than the machine has left.
 */
export const allowance = (input: number): Allowance => {
  const left = Math.max(process.availableMemory() - promised - 64 * MB, 64 * MB);
  const maximum = Math.floor(Math.min(256 * MB + 40 * input, left, MOST) / PAGE);
  return { initial: Math.min(Math.ceil((BASE + 14 * input) / PAGE), maximum), maximum };
};

/** Keeps an allowance out of the reach of other transformations while the work goes on. */
export const withAllowance = async <Result>({ maximum }: Allowance, work: () => Promise<Result>): Promise<Result> => {
  promised += maximum * PAGE;
  try {
    return await work();
  } finally {
    promised -= maximum * PAGE;
  }
};
