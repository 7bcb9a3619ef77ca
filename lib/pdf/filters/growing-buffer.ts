import type { Budget } from "../budget.ts";

/** A buffer that grows by doubling; each growth spends from the budget. */
export class GrowingBuffer {
  #bytes = Buffer.allocUnsafe(1024);
  #budget: Budget;
  length = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  push(byte: number): void {
    if (this.length === this.#bytes.length) {
      this.#budget.spendBytes(this.length);
      const grown = Buffer.allocUnsafe(this.length * 2);
      this.#bytes.copy(grown);
      this.#bytes = grown;
    }
    this.#bytes[this.length++] = byte;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
