import { MB } from "../settings/megabyte.ts";
import { currentTurn } from "../turns/turn.ts";

/** A worker that uses this much memory is not kept for its account. */
const KEPT_MEMORY_LIMIT_BYTES = 400 * MB;

/** Which workers belong to an account: a worker that has done a job of one works for no other. */
export class WorkersOfAccounts<AnyWorker extends { readonly residentBytes: number }> {
  readonly #owned = new WeakMap<AnyWorker, { readonly account: string; jobs: number }>();

  /** Whether a worker belongs to an account. */
  has(worker: AnyWorker): boolean {
    return this.#owned.has(worker);
  }

  /** Whether a worker belongs to the account of the current turn. */
  isOwn(worker: AnyWorker): boolean {
    const account = currentTurn()?.account;
    return account !== undefined && this.#owned.get(worker)?.account === account;
  }

  /** Counts a job that a worker has done for the account of the current turn. Returns whether it may do another one. */
  mayServeAgain(worker: AnyWorker, jobsOfAccount: number): boolean {
    const account = currentTurn()?.account;
    if (account === undefined) return false;
    const owned = this.#owned.get(worker) ?? { account, jobs: 0 };
    this.#owned.set(worker, owned);
    return ++owned.jobs < jobsOfAccount && worker.residentBytes < KEPT_MEMORY_LIMIT_BYTES;
  }
}
