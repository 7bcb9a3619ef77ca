import { config } from "../config.ts";
import { raceAbort } from "../turns/race-abort.ts";
import { endFirstWithoutMemory, ZYGOTE_TO_END } from "./child-process.ts";
import type { Frame } from "./frames.ts";
import { jobProcessOf, type ProcessOptions, processWorker, spawnNode, startNodeProcess } from "./node-process.ts";
import type { Pool } from "./pool.ts";
import type { JobProcess } from "./process-channel.ts";
import { forkDetails, REQUEST_BYTES } from "./process-zygote.ts";
import type { StartWay, WarmPart } from "./warm.ts";
import type { Worker, WorkerLimits } from "./worker.ts";
import { Zygote } from "./zygote.ts";
import { zygoteAddon } from "./zygote-addon.ts";

/** Warm processes that may fail one after the other before none is tried any more. */
const FAILURES_LIMIT = 3;

/** A fork takes some milliseconds. After this time a start is quicker, even on a busy machine. */
const FORK_TIMEOUT_MS = 2000;

/** Rejects if the fork is refused or late. */
const forkInTime = async (zygote: Zygote, file?: number): Promise<JobProcess> => {
  const fork = zygote.fork(forkDetails({}), file);
  try {
    return await raceAbort(fork, AbortSignal.timeout(FORK_TIMEOUT_MS));
  } catch (error) {
    fork.then(({ kill }) => kill()).catch(() => {});
    throw error;
  }
};

/** What a process has of its own. */
interface ProcessDetails<Added extends object> {
  /** The file that it may write its result to, and what is added to each of its results. */
  readonly file?: { readonly descriptor: number; readonly added: Added };
  /** The limits of its jobs that are not those of the options. */
  readonly limits?: Partial<WorkerLimits>;
}

/**
 * Processes that are forked from a warm one, with all its threads. Until that is ready, and where none can fork, each is
 * started by itself. The script of the options calls `serveProcess` with a warm-up. One class, because all of it is about the
 * one warm process.
 */
export class WarmForks<Order, Result, Added extends object = object> {
  readonly #options: ProcessOptions;
  #zygote: Zygote | undefined;
  /** The one that is warming up. */
  #next: Zygote | undefined;
  #warmingUp: Promise<void> | undefined;
  #failure: unknown;
  #failureCount = 0;
  readonly #starts = { fork: 0, new: 0 };

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Resolves when the warm process is ready, or cannot be. */
  async warmUp(): Promise<void> {
    const addon = config.onLambda ? undefined : zygoteAddon();
    if (addon === undefined || this.#zygote?.isAlive || this.#failureCount >= FAILURES_LIMIT) return;
    this.#warmingUp ??= this.#startZygote(addon).finally(() => {
      this.#warmingUp = this.#next = undefined;
    });
    await this.#warmingUp;
  }

  /** Starts a process. Rejects with an Error if the machine has no room for it. */
  async start({ file, limits }: ProcessDetails<Added> = {}): Promise<Worker<Frame<Order>, Frame<Result> & Added>> {
    const options = { ...this.#options, ...limits };
    const zygote = this.#zygote;
    if (zygote?.isAlive) {
      try {
        const process = await forkInTime(zygote, file?.descriptor);
        this.#starts.fork++;
        return processWorker<Order, Result, Added>(options, () => process, file?.added);
      } catch {
        // The warm process goes on: documents of others are in its forks, and the machine may only be busy.
      }
    }
    void this.warmUp();
    this.#starts.new++;
    const resultFile = file === undefined ? {} : { resultFile: file.descriptor };
    return startNodeProcess<Order, Result, Added>({ ...options, ...resultFile }, file?.added);
  }

  async end(): Promise<void> {
    const zygotes = [this.#zygote, this.#next];
    this.#zygote = undefined;
    await Promise.all(zygotes.map((zygote) => zygote?.end()));
  }

  /** The part of a pool of these processes, which keeps one of them ready as soon as the warm process is. */
  warmPart(pool: Pool<Frame<Order>, Frame<Result> & Added>): WarmPart {
    let isStopped = false;
    const keepReady = async (): Promise<void> => {
      await this.warmUp();
      if (!isStopped) await pool.keepReady();
    };
    return {
      start: async () => {
        isStopped = false;
        keepReady().catch(() => {}); // the first job tries again
      },
      stop: async () => {
        isStopped = true;
        await Promise.all([pool.end(), this.end()]);
      },
      check: async () => {
        if (this.#warmingUp === undefined) await pool.ping();
      },
      starts: () => this.#starts,
      startWay: () => this.startWay,
    };
  }

  /** How the next process is started. */
  get startWay(): StartWay {
    if (this.#zygote?.isAlive) return { way: "fork" };
    if (this.#failure === undefined) return { way: "new" };
    return { way: "new", because: "self-test", detail: String((this.#failure as Error).message) };
  }

  async #startZygote(addon: NonNullable<ReturnType<typeof zygoteAddon>>): Promise<void> {
    try {
      const spawn = (channel: number) => spawnNode(this.#options, { channel, threads: "all" });
      const zygote = new Zygote({ spawn, requestBytes: REQUEST_BYTES }, addon);
      this.#next = zygote;
      endFirstWithoutMemory(zygote.child.pid, ZYGOTE_TO_END);
      const child = jobProcessOf(zygote.child);
      await processWorker(this.#options, () => child).ping();
      await this.#tryFork(zygote);
      this.#zygote = zygote;
      this.#failureCount = 0;
    } catch (error) {
      this.#failure = error;
      this.#failureCount++;
      void this.#next?.end();
    }
  }

  /** Rejects if a fork does not answer. */
  async #tryFork(zygote: Zygote): Promise<void> {
    const process = await forkInTime(zygote);
    const worker = processWorker(this.#options, () => process);
    await worker.ping();
    await worker.end();
  }
}
