import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { randomFrom } from "../random.ts";

/** A process of the service: it may be killed, stand still for a time, and have a clock that is wrong. */
export interface SimulatedProcess {
  readonly name: string;
  readonly skewMs: number;
  isAlive: boolean;
  /** Until when (ms of the world) it stands still. */
  pausedUntil: number;
  /** Runs code as a part of the process. */
  readonly enter: <Result>(work: () => Result) => Result;
}

interface Happening {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** When the worlds begin, in ms since 1970. */
const BEGINNING_MS = Date.UTC(2026, 0, 1);

/** The rounds of Node's loop after which code that waits for nothing but the world has come to rest. */
const ROUNDS = 4;

const real = {
  setImmediate: timers.setImmediate,
  sleep: timers.setTimeout,
  now: Date.now,
  performanceNow: performance.now,
  random: Math.random,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  timeout: AbortSignal.timeout,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
};

/** What tells the chance of a world's ids from that of what happens in it. */
const IDS_SEED = 0x1d5;

/**
 * A world whose clock, chance and timers follow a seed: what happens in it happens again in the same order with the same seed.
 * While it runs, Node's clocks and timers are its own.
 */
export class World {
  readonly random: () => number;
  readonly #randomOfIds: () => number;
  readonly #current = new AsyncLocalStorage<SimulatedProcess>();
  readonly #happenings: Happening[] = [];
  #now = 0;
  #order = 0;

  constructor(seed: number) {
    this.random = randomFrom(seed);
    this.#randomOfIds = randomFrom(seed ^ IDS_SEED);
  }

  /** The milliseconds since the beginning of the world. */
  get now(): number {
    return this.#now;
  }

  /** A moment of the world by a process's clock, in ms since 1970. */
  clockOf(process: SimulatedProcess | undefined): number {
    return BEGINNING_MS + this.#now + (process?.skewMs ?? 0);
  }

  /** The process that the running code belongs to. */
  get process(): SimulatedProcess | undefined {
    return this.#current.getStore();
  }

  between(low: number, high: number): number {
    return low + this.random() * (high - low);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Begins a process. */
  begin(name: string, skewMs: number): SimulatedProcess {
    const process = { name, skewMs, isAlive: true, pausedUntil: 0 };
    // A snapshot is entered in a tenth of the time that a context takes.
    return this.#current.run(process as SimulatedProcess, () =>
      Object.assign(process, { enter: AsyncLocalStorage.snapshot() }),
    );
  }

  /** Lets something happen after a delay. */
  after(delayMs: number, action: () => void): void {
    const happening = { at: this.#now + Math.ceil(Math.max(0, delayMs)), order: this.#order++, action };
    let at = this.#happenings.length;
    while (at > 0 && this.#happenings[at - 1]!.at < happening.at) at--;
    while (at > 0 && this.#happenings[at - 1]!.at === happening.at) at--;
    this.#happenings.splice(at, 0, happening);
  }

  /** Lets something happen in a process, once it goes on; never, if it has been killed by then. */
  afterIn(process: SimulatedProcess | undefined, delayMs: number, action: () => void): void {
    this.after(delayMs, () => {
      if (process === undefined) return action();
      if (!process.isAlive) return;
      if (process.pausedUntil > this.#now) return this.afterIn(process, process.pausedUntil - this.#now, action);
      process.enter(action);
    });
  }

  /** Resolves after a delay, in the process of the caller. */
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.afterIn(this.process, delayMs, resolve));
  }

  /** Runs until nothing is left to happen, or for a time. */
  async run(limitMs = Number.POSITIVE_INFINITY): Promise<void> {
    const end = this.#now + limitMs;
    await this.#rest();
    for (let next = this.#happenings.at(-1); next !== undefined && next.at <= end; next = this.#happenings.at(-1)) {
      this.#happenings.pop();
      this.#now = Math.max(this.#now, next.at);
      next.action();
      await this.#rest();
    }
    if (Number.isFinite(end)) this.#now = end;
  }

  async #rest(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await real.setImmediate();
  }

  /** A signal that aborts after a delay, in the process of the caller. */
  #timeout(delayMs: number): AbortSignal {
    const abort = new AbortController();
    const late = () => abort.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    this.afterIn(this.process, delayMs, late);
    return abort.signal;
  }

  #randomBytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => Math.floor(this.#randomOfIds() * 256)));
  }

  #randomUUID(): string {
    const digits = this.#randomBytes(16).toString("hex");
    return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
  }

  /** Makes the clocks, timers and ids of Node those of this world. Returns what makes them Node's own again. */
  rule(): () => void {
    const repeat = (timer: { isCleared: boolean }, delayMs: number, action: () => void, isInterval: boolean) => {
      this.afterIn(this.process, delayMs, () => {
        if (timer.isCleared) return;
        if (isInterval) repeat(timer, delayMs, action, true);
        action();
      });
    };
    const begin =
      (isInterval: boolean) =>
      (action: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) => {
        const timer = { isCleared: false, unref: () => timer, ref: () => timer, hasRef: () => true };
        repeat(timer, delayMs, () => action(...values), isInterval);
        return timer;
      };
    const clear = (timer: { isCleared?: boolean } | undefined) => {
      if (timer !== undefined) timer.isCleared = true;
    };
    Object.assign(globalThis, {
      setTimeout: begin(false),
      setInterval: begin(true),
      clearTimeout: clear,
      clearInterval: clear,
    });
    Object.assign(timers, { setTimeout: (delayMs: number, value: unknown) => this.sleep(delayMs).then(() => value) });
    Date.now = () => this.clockOf(this.process);
    performance.now = () => this.#now;
    Math.random = this.random;
    AbortSignal.timeout = (delayMs) => this.#timeout(delayMs);
    Object.assign(crypto, {
      randomBytes: (size: number) => this.#randomBytes(size),
      randomUUID: () => this.#randomUUID(),
    });
    syncBuiltinESMExports();
    return () => {
      const {
        sleep,
        now,
        performanceNow,
        random,
        timeout,
        randomBytes,
        randomUUID,
        setImmediate: _,
        ...globals
      } = real;
      Object.assign(globalThis, globals);
      Object.assign(timers, { setTimeout: sleep });
      Date.now = now;
      performance.now = performanceNow;
      Math.random = random;
      AbortSignal.timeout = timeout;
      Object.assign(crypto, { randomBytes, randomUUID });
      syncBuiltinESMExports();
    };
  }
}
