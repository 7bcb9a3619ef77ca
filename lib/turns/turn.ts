import { AsyncLocalStorage } from "node:async_hooks";
import { lowerPriority, type Measured, processorTimeOf } from "./processor-time.ts";

/** Milliseconds after which a job counts as long. */
const LONG_JOB_MS = 1000;
/** Milliseconds of processor time after which an engine of a long job gives way to other jobs. */
const FULL_PRIORITY_MS = 500;
/** A job only waits if it used less than this share of a processor over this many samples. */
const IDLE_SHARE = 0.1;
const IDLE_SAMPLES = 2;

/** Parts into which a slot is counted. */
export const SLOT_PARTS = 3;
/** What a job in a browser takes of them: the browser and the server wait for each other for the rest of its time. */
const BROWSER_SLOT_PARTS = 2;

/** The use of an engine's process or thread by one job. */
class EngineUse {
  readonly #engine: Measured;
  readonly #begunAt = performance.now();
  #start: number | undefined;
  #usedMs: number | undefined;
  #isLowered = false;

  constructor(engine: Measured) {
    this.#engine = engine;
    this.sample();
  }

  /** Milliseconds of processor time used, as of the last sample; undefined if it is not known. */
  get usedMs(): number | undefined {
    return this.#usedMs;
  }

  /** Whether the engine has a lower priority now. Then it must not do another job. */
  get isLowered(): boolean {
    return this.#isLowered;
  }

  /** Reads the processor time. */
  sample(): void {
    const file = this.#engine.statFile();
    const now = file === "" ? undefined : processorTimeOf(file);
    this.#start ??= now;
    if (now === undefined || this.#start === undefined) return;
    this.#usedMs = now - this.#start;
  }

  /** Lowers the priority if the engine has worked long. Later calls lower that of its new threads too. */
  giveWay(): void {
    const { usedMs = 0 } = this;
    if (usedMs < FULL_PRIORITY_MS || performance.now() - this.#begunAt < LONG_JOB_MS) return;
    this.#isLowered = true;
    lowerPriority(this.#engine.statFile());
  }
}

/** The turn of one job, which may use several engines. */
export class Turn {
  readonly account: string;
  /** All turns of its account that have begun and not ended. */
  readonly #ofAccount: ReadonlySet<Turn>;
  readonly #uses = new Set<EngineUse>();
  readonly #samples: number[] = [];
  readonly #begunAt = performance.now();
  readonly #freed: () => void;
  #slotParts = SLOT_PARTS;
  /** What the job does now, as a clause: `Chromium was still printing it`. */
  progress: string | undefined;
  /** The steps of the job, if they are asked for. */
  steps: Step[] | undefined;
  #endedUsesMs = 0;
  #isIdle = false;

  /** Calls `freed` when it takes less of its slot from then on. */
  constructor(account: string, ofAccount: ReadonlySet<Turn>, freed: () => void = () => {}) {
    this.account = account;
    this.#ofAccount = ofAccount;
    this.#freed = freed;
  }

  /** What it takes of a slot, in `SLOT_PARTS`. */
  get slotParts(): number {
    return this.#slotParts;
  }

  /** Notes that the job works in a browser from now on. */
  enterBrowser(): void {
    if (this.#slotParts === BROWSER_SLOT_PARTS) return;
    this.#slotParts = BROWSER_SLOT_PARTS;
    this.#freed();
  }

  /** Whether the job only waits: its engines have hardly used a processor lately. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  get isLong(): boolean {
    return performance.now() - this.#begunAt >= LONG_JOB_MS;
  }

  get hasLongJob(): boolean {
    return [...this.#ofAccount].some(({ isLong }) => isLong);
  }

  /** Milliseconds of processor time that the job's engines have used, as of their last samples. */
  get usedMs(): number {
    return [...this.#uses].reduce((sum, { usedMs = 0 }) => sum + usedMs, this.#endedUsesMs);
  }

  /** Notes that the job uses an engine; returns the use and a function that ends it. */
  use(engine: Measured): { readonly use: EngineUse; readonly end: () => void } {
    const use = new EngineUse(engine);
    this.#uses.add(use);
    const end = () => {
      use.sample();
      if (this.#uses.delete(use)) this.#endedUsesMs += use.usedMs ?? 0;
    };
    return { use, end };
  }

  /** Lets other jobs pass by its engines that have worked long. */
  giveWay(): void {
    for (const use of this.#uses) use.giveWay();
  }

  /** Measures the engines; called at intervals of `intervalMs`. */
  sample(intervalMs: number): void {
    for (const use of this.#uses) use.sample();
    const isKnown = this.#uses.size > 0 && [...this.#uses].every(({ usedMs }) => usedMs !== undefined);
    const used = this.usedMs;
    this.#samples.push(used);
    if (this.#samples.length <= IDLE_SAMPLES) return;
    const [before = used] = this.#samples.splice(0, 1);
    this.#isIdle = isKnown && used - before < IDLE_SHARE * IDLE_SAMPLES * intervalMs;
  }
}

const current = new AsyncLocalStorage<Turn>();

/** Runs a job as the owner of a turn. */
export const asTurn = <Result>(turn: Turn, job: () => Promise<Result>): Promise<Result> => current.run(turn, job);

/** The turn of the job that runs here; undefined outside of turns. */
export const currentTurn = (): Turn | undefined => current.getStore();

/** A part of a request's work, from its start to its end by `performance.now()`. */
export interface Step {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Steps of a request that are noted; further ones are left out. */
const STEPS_LIMIT = 100;

/** Notes a step that ends now, unless nobody asked for steps or there are too many. */
export const noteStep = (steps: Step[] | undefined, name: string, start: number): void => {
  if (steps !== undefined && steps.length < STEPS_LIMIT) steps.push({ name, start, end: performance.now() });
};

/** Does a part of the work of the turn that runs here, and notes it as a step if the turn's steps are asked for. */
export const measureStep = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const steps = currentTurn()?.steps;
  if (steps === undefined) return work();
  const start = performance.now();
  try {
    return await work();
  } finally {
    noteStep(steps, name, start);
  }
};
