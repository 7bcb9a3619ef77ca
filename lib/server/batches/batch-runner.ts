import type { Table } from "../../accounts/table.ts";
import { logFailure } from "../../http/log.ts";
import { Poller } from "../../jobs/poller.ts";
import { JobQueue } from "../../jobs/queue.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { yieldToOthers } from "../../workers/event-loop.ts";
import { BatchTurns } from "./batch-turns.ts";

/** Milliseconds between two polls of the queue. A batch that is submitted here wakes the runner. */
const POLL_INTERVAL_MS = 2000;

/** Works on the batches of a table while a server runs, one at a time, so that requests do not wait for them. */
export class BatchRunner {
  readonly #turns: BatchTurns;
  readonly #poller: Poller;

  constructor(table: Table, queue = new JobQueue(table, Date.now, "BATCHES"), pollIntervalMs = POLL_INTERVAL_MS) {
    this.#poller = new Poller({
      poll: () => this.#poll(),
      intervalMs: pollIntervalMs,
      onFailure: (error) => logFailure("looking for batches", error),
    });
    const announce = async () => jobTaker()?.wake();
    this.#turns = new BatchTurns({ table, queue, isOver: () => this.#poller.isStopped, announce });
  }

  readonly wake = (): void => this.#poller.wake();

  /** Takes no more batches; resolves when the one that it has is put back. */
  stop(): Promise<void> {
    return this.#poller.stop();
  }

  async #poll(): Promise<void> {
    while (!this.#poller.isStopped && (await this.#turns.next())) await yieldToOthers();
  }
}
