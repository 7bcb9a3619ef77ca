import { MB } from "../settings/megabyte.ts";
import { currentTurn } from "../turns/turn.ts";

/** Memory beyond which a worker of an account is not kept. */
const OWNED_MEMORY_BYTES = 400 * MB;

/** Which workers have done jobs of an account, for which alone they may work. The account is that of the turn that runs here. */
export class WorkersOfAccounts<AnyWorker extends { readonly residentBytes: number }> {
  readonly #owned = new WeakMap<AnyWorker, { readonly account: string; jobs: number }>();

  /** Whether an account has a worker. */
  has(worker: AnyWorker): boolean {
    return this.#owned.has(worker);
  }

  /** Whether the account of this turn has a worker. */
  isOwn(worker: AnyWorker): boolean {
    const account = currentTurn()?.account;
    return account !== undefined && this.#owned.get(worker)?.account === account;
  }

  /** Counts a job that a worker has done for the account of this turn. Returns whether it may do another one for it. */
  mayServeAgain(worker: AnyWorker, jobsOfAccount: number): boolean {
    const account = currentTurn()?.account;
    if (account === undefined) return false;
    const owned = this.#owned.get(worker) ?? { account, jobs: 0 };
    this.#owned.set(worker, owned);
    return ++owned.jobs < jobsOfAccount && worker.residentBytes < OWNED_MEMORY_BYTES;
  }
}
