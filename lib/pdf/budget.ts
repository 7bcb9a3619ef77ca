/** Thrown when reading a file takes more than it may: a bomb, or a file for a thread with a larger budget. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

const MB = 1_048_576;

/** What reading one job's files may cost. Everything that unpacks, parses or walks spends from it. */
export class Budget {
  /** Bytes that filters may still unpack. */
  bytes: number;
  /** Objects, entries and array elements that may still be read. */
  values: number;
  #until: number;

  constructor(bytes: number, values: number, milliseconds: number) {
    this.bytes = bytes;
    this.values = values;
    this.#until = performance.now() + milliseconds;
  }

  /** Starts the clock again, for the next piece of the job. */
  renew(milliseconds: number): void {
    this.#until = performance.now() + milliseconds;
  }

  /** Takes the bytes that a filter has produced. */
  spendBytes(count: number): void {
    this.bytes -= count;
    if (this.bytes < 0) throw new OverBudget("The PDF unpacks to more than its size allows.");
  }

  /** Lets work unpack bytes that are let go again when it is done: most of them are given back. */
  lend<Result>(work: () => Result): Result {
    const before = this.bytes;
    try {
      return work();
    } finally {
      this.bytes = before - Math.max(0, before - this.bytes) / 16;
    }
  }

  /** Takes values that were read; also looks at the clock now and then. */
  spendValues(count: number): void {
    const before = this.values;
    this.values -= count;
    if (this.values < 0) throw new OverBudget("The PDF holds more objects than can be read.");
    if (before >> 12 !== this.values >> 12 && performance.now() > this.#until) {
      throw new OverBudget("The PDF takes too long to read.");
    }
  }
}

/** Milliseconds that reading may hold up the thread that serves the requests. */
export const PATIENCE = 100;

/** The budget of the thread that serves the requests: what can be read within its patience. */
export const smallBudget = (): Budget => new Budget(8 * MB, 400_000, PATIENCE);

/** The budget of a thread of its own, by the size of its input: generous to real files, too little for a bomb. */
export const fullBudget = (size: number): Budget =>
  new Budget(Math.min(48 * MB + 16 * size, 512 * MB), Math.min(2_000_000 + size, 12_000_000), 50_000);
