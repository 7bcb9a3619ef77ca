import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processorTimeOf } from "./processor-time.ts";

/** Reading the clock of a process costs some tenths of a millisecond, so that it is not read more often. */
const SAMPLE_INTERVAL_MS = 20;
const SLEEP_MIN_MS = 10;
const MS_PER_NS = 1e-6;

/** How long a process has run on a processor, and how long each of its threads and `OWN_THREAD` has waited for one. */
interface Sample {
  readonly ranMs: number;
  readonly waitedMs: ReadonlyMap<string, number>;
}

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return []; // the process has ended
  }
};

/** The main thread of this process, which the other process exchanges data with: it may wait while this thread waits. */
const OWN_THREAD = `/proc/${process.pid}/task/${process.pid}`;

const sampleOf = (pid: number, threads: readonly string[]): Sample => {
  const waitedMs = new Map<string, number>();
  for (const thread of [...threads, OWN_THREAD]) {
    try {
      const [, waited] = readFileSync(`${thread}/schedstat`, "latin1").split(" "); // `proc(5)`
      waitedMs.set(thread, MS_PER_NS * Number(waited));
    } catch {
      // The thread has ended, or this kernel does not have the file: then real time counts.
    }
  }
  return { ranMs: processorTimeOf(`/proc/${pid}/stat`) ?? 0, waitedMs };
};

const waitedBetween = (before: Sample, after: Sample): number => {
  let sum = 0;
  for (const [thread, waited] of after.waitedMs) sum += waited - (before.waitedMs.get(thread) ?? 0);
  return sum;
};

/**
 * The time that passes for a process: real time without the time in which its threads or `OWN_THREAD` waited for a processor. It is
 * never less than the processor time that the process used. On an idle machine it is real time.
 */
export class ProcessClock {
  readonly #pid: number;
  #sample: Sample | undefined;
  #sampledAt = performance.now();
  #passedMs = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Milliseconds since it was asked first. */
  now(): number {
    if (this.#sample === undefined) {
      this.#sampledAt = performance.now();
      // Without its threads, because reading them takes a tenth of this thread's time for a short document. So the first interval also leaves out
      // the time in which they waited before it.
      this.#sample = sampleOf(this.#pid, []);
    }
    const realMs = performance.now() - this.#sampledAt;
    if (realMs < SAMPLE_INTERVAL_MS) return this.#passedMs + realMs;
    const sample = sampleOf(this.#pid, threadsOf(this.#pid));
    const ranMs = sample.ranMs - this.#sample.ranMs;
    const freeMs = realMs - waitedBetween(this.#sample, sample);
    this.#passedMs += Math.min(realMs, Math.max(0, ranMs, freeMs));
    this.#sample = sample;
    this.#sampledAt += realMs;
    return this.#passedMs;
  }

  /** Resolves when this time has passed for the process. Rejects with the signal's reason if the signal aborts. */
  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const end = this.now() + milliseconds;
    for (let left = milliseconds; left > 0; left = end - this.now())
      await sleep(Math.max(left, SLEEP_MIN_MS), undefined, { signal });
  }
}
