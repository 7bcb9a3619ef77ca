/**
 * Thrown when reading a file costs more than its budget: the file is a decompression bomb, or needs the larger budget
 * of a worker thread.
 */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

const BYTES_PER_MIB = 1_048_576;

/** The cost limits for reading the files of one job. All code that unpacks, parses or walks objects spends from it. */
export class Budget {
  /** Bytes that filters may still produce. */
  bytes: number;
  /** Objects, dictionary entries and array elements that may still be read. */
  values: number;
  #deadline: number;

  constructor(bytes: number, values: number, milliseconds: number) {
    this.bytes = bytes;
    this.values = values;
    this.#deadline = performance.now() + milliseconds;
  }

  /** Restarts the time limit, for the next step of the same job. */
  restartClock(milliseconds: number): void {
    this.#deadline = performance.now() + milliseconds;
  }

  /** Spends the bytes that a filter has produced. Throws OverBudget when none are left. */
  spendBytes(count: number): void {
    this.bytes -= count;
    if (this.bytes < 0) throw new OverBudget("The PDF unpacks to more than its size allows.");
  }

  /**
   * Runs work whose unpacked bytes are freed when it ends. A sixteenth of them stays spent, so that repeated work still
   * ends.
   */
  lend<Result>(work: () => Result): Result {
    const before = this.bytes;
    try {
      return work();
    } finally {
      this.bytes = before - Math.max(0, before - this.bytes) / 16;
    }
  }

  /** Spends values that were read, and checks the time limit every 4096 values. Throws OverBudget. */
  spendValues(count: number): void {
    const before = this.values;
    this.values -= count;
    if (this.values < 0) throw new OverBudget("The PDF holds more objects than can be read.");
    if (before >> 12 !== this.values >> 12 && performance.now() > this.#deadline) {
      throw new OverBudget("The PDF takes too long to read.");
    }
  }
}

/** Maximum time that reading may block the serving thread. */
export const SERVING_THREAD_LIMIT_MS = 100;

/** The budget for reading on the serving thread. */
export const servingThreadBudget = (): Budget => new Budget(8 * BYTES_PER_MIB, 400_000, SERVING_THREAD_LIMIT_MS);

/**
 * The budget for reading in a worker thread, by the input's size in bytes: enough for real files, too little for a
 * bomb.
 */
export const workerBudget = (size: number): Budget =>
  new Budget(
    Math.min(48 * BYTES_PER_MIB + 16 * size, 512 * BYTES_PER_MIB),
    Math.min(2_000_000 + size, 12_000_000),
    50_000,
  );
