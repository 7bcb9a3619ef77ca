import type { Table } from "../../accounts/table.ts";
import { logFailure } from "../../http/log.ts";
import { Looker } from "../../jobs/looker.ts";
import { JobQueue } from "../../jobs/queue.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { yieldToOthers } from "../../workers/event-loop.ts";
import { BatchTurns } from "./batch-turns.ts";

/** Milliseconds between two looks at the queue. Whoever submits a batch here wakes the runner. */
const LOOK_INTERVAL_MS = 2000;

/** Works on the batches of a table while a server runs, one at a time, so that requests do not wait for them. */
export class BatchRunner {
  readonly #turns: BatchTurns;
  readonly #looker: Looker;

  constructor(table: Table, queue = new JobQueue(table, Date.now, "BATCHES"), lookIntervalMs = LOOK_INTERVAL_MS) {
    this.#looker = new Looker({
      look: () => this.#look(),
      intervalMs: lookIntervalMs,
      onFailure: (error) => logFailure("looking for batches", error),
    });
    const tell = async () => jobTaker()?.wake();
    this.#turns = new BatchTurns({ table, queue, isOver: () => this.#looker.isStopped, tell });
  }

  /** Looks for batches now. */
  readonly wake = (): void => this.#looker.wake();

  /** Takes no more batches; resolves when the one that it has is put back. */
  stop(): Promise<void> {
    return this.#looker.stop();
  }

  async #look(): Promise<void> {
    while (!this.#looker.isStopped && (await this.#turns.next())) await yieldToOthers();
  }
}
