import { resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { Name, Stream, type Value } from "./objects.ts";

const DEPTH_LIMIT = 12;
/** Values that are compared before two values count as different. */
const COMPARED_VALUES_LIMIT = 20_000;
/** Bytes of strings and streams that cost one unit of the budget. */
const BYTES_PER_UNIT_LOG2 = 8;

class Comparison {
  readonly #budget: Budget;
  /** The pairs that are compared already or are found equal: references may lead to a pair many times. */
  readonly #begun = new Map<object, Set<object>>();
  #left = COMPARED_VALUES_LIMIT;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  isEqual(one: Value | undefined, other: Value | undefined, depth: number): boolean {
    const a = resolve(one);
    const b = resolve(other);
    this.#budget.spendValues(1);
    if (a === b) return true;
    if (--this.#left < 0 || depth > DEPTH_LIMIT || a === undefined || b === undefined) return false;
    if (a instanceof Name) return b instanceof Name && a.text === b.text;
    if (a instanceof Uint8Array) return b instanceof Uint8Array && this.#isEqualBytes(a, b);
    if (typeof a !== "object" || typeof b !== "object") return false;
    const begun = this.#begun.get(a) ?? new Set();
    if (begun.has(b)) return true;
    this.#begun.set(a, begun.add(b));
    return this.#isEqualContainer(a, b, depth + 1);
  }

  #isEqualContainer(a: object, b: object, depth: number): boolean {
    if (a instanceof Stream) {
      return b instanceof Stream && this.#isEqualBytes(a.data, b.data) && this.isEqual(a.dict, b.dict, depth);
    }
    if (Array.isArray(a)) {
      return (
        Array.isArray(b) && a.length === b.length && a.every((entry, at) => this.isEqual(entry, b[at] as Value, depth))
      );
    }
    if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
    for (const [key, entry] of a) if (!b.has(key) || !this.isEqual(entry, b.get(key), depth)) return false;
    return true;
  }

  #isEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
    if (a.length !== b.length) return false;
    this.#budget.spendValues(a.length >> BYTES_PER_UNIT_LOG2);
    return Buffer.compare(a, b) === 0;
  }
}

/**
 * Whether two values are deeply equal. Values that are nested deeper than 12 levels or hold more than 20,000 values count
 * as different. Throws OverBudget.
 */
export const isEqualValue = (one: Value | undefined, other: Value | undefined, budget: Budget): boolean =>
  new Comparison(budget).isEqual(one, other, 0);
