import { ServiceError } from "../errors/service-error.ts";
import { ByteWriter } from "../output/byte-writer.ts";
import { MB } from "../settings/megabyte.ts";
import { ownProcessorTime } from "../turns/own-processor-time.ts";

/**
 * Thrown when reading a file costs more than its budget: the file is a decompression bomb, or needs the larger budget
 * of another thread.
 */
export class OverBudget extends ServiceError<"INVALID_REQUEST"> {
  constructor(message: string, options?: ErrorOptions) {
    super("INVALID_REQUEST", message, { ...options, reason: "document-too-complex" });
  }
}

/** Work between two looks at the processor time. */
const CLOCK_INTERVAL_LOG2 = 12;

/**
 * The cost limits for reading the files of one job. Whatever unpacks, parses, copies or walks objects spends from it, so
 * that the work on a file grows with its size only.
 */
export class Budget {
  /** Bytes that filters and decryption may still produce. */
  bytes: number;
  /**
   * Work that is left, in units of about 16 bytes of memory: a number or a name that is read, an entry of a list that is
   * copied or walked, 16 bytes of text.
   */
  values: number;
  /** Whether another thread has a larger one. */
  readonly isQuick: boolean;
  /** The processor time of this thread at which the budget ends: time in which the thread does not run does not count. */
  #endMs: number;

  constructor(bytes: number, values: number, milliseconds: number, isQuick = false) {
    this.isQuick = isQuick;
    this.bytes = bytes;
    this.values = values;
    this.#endMs = ownProcessorTime() + milliseconds;
  }

  /** Restarts the limit on processor time, for the next step of the same job. */
  restartClock(milliseconds: number): void {
    this.#endMs = ownProcessorTime() + milliseconds;
  }

  /** Throws OverBudget after the limit on processor time. */
  checkClock(): void {
    if (ownProcessorTime() > this.#endMs) throw new OverBudget("The PDF takes too long to read.");
  }

  /** Spends the bytes that a filter has produced. Throws OverBudget when none are left. */
  spendBytes(count: number): void {
    this.bytes -= count;
    if (this.bytes < 0) throw new OverBudget("The PDF unpacks to more than its size allows.");
  }

  /** A writer for what a filter produces; its growth is spent. */
  writer(): ByteWriter {
    return new ByteWriter(1024, (bytes) => this.spendBytes(bytes));
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

  /** Spends units of work, and checks the processor time every 4096 units. Throws OverBudget when none are left. */
  spendValues(count: number): void {
    const before = this.values;
    this.values -= count;
    if (this.values < 0) throw new OverBudget("The PDF holds more objects than can be read.");
    if (before >> CLOCK_INTERVAL_LOG2 !== this.values >> CLOCK_INTERVAL_LOG2) this.checkClock();
  }
}

const QUICK_LIMIT_MS = 200;

/** The budget of a quick job: enough for most small files, and few megabytes of memory. */
export const quickBudget = (): Budget => new Budget(8 * MB, 1_000_000, QUICK_LIMIT_MS, true);

/** The processor time for opening a file, by its size. */
const LARGE_FILE_MIN_BYTES = 8 * MB;
const [SMALL_FILE_OPENING_LIMIT_MS, LARGE_FILE_OPENING_LIMIT_MS] = [3000, 10_000];
/** The processor time for a job on an open file. */
export const JOB_LIMIT_MS = 50_000;

/**
 * The budget for opening a file, by its size in bytes: enough for real files, too little for a bomb. A file of 1 MB gets
 * less than 150 MB of memory. Its clock is restarted for the job on the file.
 */
export const fileBudget = (size: number): Budget =>
  new Budget(
    Math.min(40 * MB + 16 * size, 512 * MB),
    Math.min(4_000_000 + 2 * size, 24_000_000),
    size >= LARGE_FILE_MIN_BYTES ? LARGE_FILE_OPENING_LIMIT_MS : SMALL_FILE_OPENING_LIMIT_MS,
  );
