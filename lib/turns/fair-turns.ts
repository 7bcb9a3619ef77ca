import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";
import { raceAbort } from "./race-abort.ts";
import { asTurn, SLOT_PARTS, Turn } from "./turn.ts";

/** Seconds after which a caller may try again when the queue was full. */
const FULL_QUEUE_RETRY_SECONDS = 5;
/** Milliseconds between two measurements of the jobs that run. */
const SAMPLE_INTERVAL_MS = 250;

/** The limit of busy jobs, for each slot. */
const BUSY_PER_SLOT = 4;
/** The limit of jobs that have begun, busy or waiting for something, for each slot. */
const BEGUN_PER_SLOT = 8;
/** The limit of jobs of one account that have begun, for each slot. */
const BEGUN_OF_ACCOUNT_PER_SLOT = 2;

interface Waiting {
  readonly begin: (turn: Turn) => void;
  readonly refuse: (error: ServiceError) => void;
}

/** An account with jobs: those that wait for their turn, in order, and those that have begun. */
interface AccountJobs {
  readonly name: string;
  readonly waiting: Set<Waiting>;
  readonly begun: Set<Turn>;
  /** The number of its last turn; all turns are numbered. */
  lastTurn: number;
  /** The share of the slots that its busy jobs may take, as its last job stated it. */
  share: number;
}

const fullQueue = (): ServiceError =>
  new ServiceError("SERVICE_UNAVAILABLE", "The service has more work than it can queue.", {
    reason: "service-busy",
    retryAfter: FULL_QUEUE_RETRY_SECONDS,
  });

const busyOf = ({ begun }: AccountJobs): Turn[] => [...begun].filter(({ isIdle }) => !isIdle);

/** The slots that turns take. */
const slotsOf = (turns: readonly Turn[]): number =>
  turns.reduce((parts, { slotParts }) => parts + slotParts, 0) / SLOT_PARTS;

/**
 * The turns of jobs. Turns go round by account: the account with the fewest busy jobs is next, then the one whose last turn
 * began longest ago. A job that only waits takes no slot, and one in a browser takes two thirds of one. An account without any job
 * does not wait for the long jobs of others: it begins beyond the slots, and the kernel shares the processors. It is one class,
 * because each job that begins or ends changes who may begin next.
 */
export class FairTurns {
  readonly #slots: number;
  readonly #maxWaiting: number;
  readonly #accounts = new Map<string, AccountJobs>();
  #turnCount = 0;
  #sampler: NodeJS.Timeout | undefined;

  constructor(slots: number, maxWaiting: number) {
    this.#slots = slots;
    this.#maxWaiting = maxWaiting;
  }

  /** Jobs that have begun, also those that only wait for something. */
  get running(): number {
    return this.#all().reduce((sum, { begun }) => sum + begun.size, 0);
  }

  /** Whether a job of another account would begin at once, without a slot beyond the usual ones. */
  get hasRoom(): boolean {
    return this.waiting === 0 && slotsOf(this.#all().flatMap(busyOf)) < this.#slots;
  }

  get waiting(): number {
    return this.#all().reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Runs a job of an account in its turn. Throws SERVICE_UNAVAILABLE if the queue is full or the account fills half of it, and the
   * signal's reason if the signal aborts first. If the queue is full, the job of an account with fewer jobs in it replaces the last
   * job of the account with the most. The busy jobs of an account take at most its share of the slots, but always one.
   */
  async run<Result>(account: string, signal: AbortSignal, job: () => Promise<Result>, share = 1): Promise<Result> {
    signal.throwIfAborted();
    const none = { name: account, waiting: new Set<Waiting>(), begun: new Set<Turn>(), lastTurn: 0, share };
    const own = this.#accounts.get(account) ?? none;
    own.share = share;
    this.#accounts.set(account, own);
    try {
      const canBegin = own.waiting.size === 0 && this.#mayBegin(own);
      const turn = canBegin ? this.#begin(own) : await this.#wait(own, signal);
      return await asTurn(turn, job).finally(() => this.#end(own, turn));
    } finally {
      this.#forgetIdle(own);
    }
  }

  #forgetIdle(own: AccountJobs): void {
    if (own.waiting.size + own.begun.size > 0 || this.#accounts.get(own.name) !== own) return;
    this.#accounts.delete(own.name);
  }

  #all(): AccountJobs[] {
    return [...this.#accounts.values()];
  }

  #mayBegin(own: AccountJobs): boolean {
    const { begun, share } = own;
    const isFull = this.running >= BEGUN_PER_SLOT * this.#slots;
    if (isFull || begun.size >= BEGUN_OF_ACCOUNT_PER_SLOT * this.#slots) return false;
    if (share < 1 && busyOf(own).length >= Math.max(1, Math.floor(share * this.#slots))) return false;
    const busy = this.#all().flatMap(busyOf);
    if (slotsOf(busy) < this.#slots) return true;
    // An account without jobs may take one slot more, and long jobs of others count as taking none.
    const short = slotsOf(busy.filter(({ isLong }) => !isLong));
    return begun.size === 0 && short <= this.#slots && busy.length < BUSY_PER_SLOT * this.#slots;
  }

  /** Lets other jobs pass by the long ones. */
  #giveWay(): void {
    for (const { begun } of this.#all()) for (const turn of begun) turn.giveWay();
  }

  #begin(own: AccountJobs): Turn {
    const turn = new Turn(own.name, own.begun, () => this.#beginNext());
    own.begun.add(turn);
    own.lastTurn = ++this.#turnCount;
    // The job that was alone until now has kept its priority, so that its engine may do another one.
    if (this.running === 2) this.#giveWay();
    this.#sampler ??= setInterval(() => this.#sample(), SAMPLE_INTERVAL_MS).unref();
    return turn;
  }

  #end(own: AccountJobs, turn: Turn): void {
    own.begun.delete(turn);
    this.#forgetIdle(own);
    this.#beginNext();
    if (this.running > 0) return;
    clearInterval(this.#sampler);
    this.#sampler = undefined;
  }

  #sample(): void {
    for (const { begun } of this.#all()) for (const turn of begun) turn.sample(SAMPLE_INTERVAL_MS);
    if (this.running > 1) this.#giveWay();
    this.#beginNext();
  }

  #beginNext(): void {
    for (;;) {
      const [next] = this.#all()
        .filter((own) => own.waiting.size > 0 && this.#mayBegin(own))
        .sort((a, b) => busyOf(a).length - busyOf(b).length || a.lastTurn - b.lastTurn);
      const [first] = next?.waiting ?? [];
      if (next === undefined || first === undefined) return;
      next.waiting.delete(first);
      first.begin(this.#begin(next));
    }
  }

  #makeRoom({ waiting }: AccountJobs): void {
    if (waiting.size > 0 && waiting.size >= Math.floor(this.#maxWaiting / 2)) throw fullQueue();
    if (this.waiting < this.#maxWaiting) return;
    const [most] = this.#all().sort((a, b) => b.waiting.size - a.waiting.size);
    const last = [...(most?.waiting ?? [])].at(-1);
    if (most === undefined || last === undefined || most.waiting.size <= waiting.size + 1) throw fullQueue();
    most.waiting.delete(last);
    last.refuse(fullQueue());
  }

  async #wait(own: AccountJobs, signal: AbortSignal): Promise<Turn> {
    this.#makeRoom(own);
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const waiting: Waiting = { begin: resolve, refuse: reject };
    own.waiting.add(waiting);
    try {
      return await raceAbort(promise, signal);
    } catch (error) {
      // The turn may have begun just before the abort.
      if (!own.waiting.delete(waiting)) promise.then((turn) => this.#end(own, turn)).catch(() => {});
      throw error;
    }
  }
}

/** The turns of all engines' jobs: as many at once as `PLATEN_JOBS` says; `PLATEN_QUEUE` others wait. */
export const turns = new FairTurns(config.jobs, config.queue);
