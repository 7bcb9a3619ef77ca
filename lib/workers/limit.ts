import { raceAbort } from "./race-abort.ts";

/** Runs up to `atOnce` jobs at once; others wait in order of arrival. */
export class Limit {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs a job in its turn. Throws the signal's reason when that is aborted first. */
  async run<Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#turn(signal);
    try {
      return await job();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running--;
      else next();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => {
      this.#waiting.delete(begin);
      resolve();
    };
    this.#waiting.add(begin);
    try {
      await raceAbort(promise, signal);
    } catch (error) {
      if (this.#waiting.delete(begin)) throw error;
    }
  }
}

/** Works on each item, up to `atOnce` at a time. After a failure no further item begins; the failure is thrown when the running ones have ended. */
export const forEachAtMost = async <Item>(
  atOnce: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const loop = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      await work(next.value).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  if (failures.length > 0) throw failures[0];
};
