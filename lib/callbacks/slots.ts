/** Attempts that run at once in a process: in all, of an account, and at a host. */
const SLOT_COUNTS = { all: 64, account: 4, host: 4 } as const;

/** Attempts at once of an account or at a host that did not answer at the last attempt. */
const SILENT_SLOTS = 1;

const REMEMBERED_SILENT_LIMIT = 10_000;

/** An attempt that runs. */
interface Attempt {
  readonly account: string;
  readonly host: string;
}

/**
 * The attempts that run in a process. Those of an account, and those at a host, are bounded, and one by one if there was no
 * answer the last time, so that hosts that never answer hold up only those who named them.
 */
export class Slots {
  readonly #running = new Set<Attempt>();
  readonly #silent = new Set<string>();

  get hasRoom(): boolean {
    return this.#running.size < SLOT_COUNTS.all;
  }

  /** Whether an attempt of an account may begin, at any host or at this one. */
  readonly mayBegin = (account: string, host?: string): boolean =>
    this.#isFree("account", account) && (host === undefined || this.#isFree("host", host));

  begin(attempt: Attempt): void {
    this.#running.add(attempt);
  }

  /** Ends an attempt; `isSilent` says whether there was no answer in time, undefined if that is not known. */
  end(attempt: Attempt, isSilent: boolean | undefined): void {
    this.#running.delete(attempt);
    if (isSilent === undefined) return;
    for (const name of [`host ${attempt.host}`, `account ${attempt.account}`]) {
      this.#silent.delete(name);
      if (isSilent) this.#silent.add(name);
    }
    // Names of a stranger's choice must not keep others from being remembered.
    for (const name of this.#silent) {
      if (this.#silent.size <= REMEMBERED_SILENT_LIMIT) break;
      this.#silent.delete(name);
    }
  }

  #isFree(kind: "account" | "host", name: string): boolean {
    const most = this.#silent.has(`${kind} ${name}`) ? SILENT_SLOTS : SLOT_COUNTS[kind];
    let running = 0;
    for (const attempt of this.#running) if (attempt[kind] === name) running++;
    return running < most;
  }
}
