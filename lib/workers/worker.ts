import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { residentBytesOf } from "../turns/process-memory.ts";
import { watchProcessorTime } from "../turns/processor-time.ts";
import { raceAbort } from "../turns/race-abort.ts";
import { currentTurn } from "../turns/turn.ts";
import { EngineEnded, reportEngineEnd } from "./engine-ended.ts";
import type { WorkerReply } from "./reply.ts";
import { bytesIn } from "./transferable.ts";
import { watchThreads } from "./watches.ts";

export interface Listener<Result> {
  reply(reply: WorkerReply<Result>): void;
  pong(): void;
  /** Called when nothing of the thread or process is left. */
  exit(error: Error | undefined): void;
}

/** The connection to a thread or a child process. */
export interface Channel<Job> {
  isAlive(): boolean;
  /** Sends a job. Array buffers in `transferList` are transferred to a thread, and are empty here afterwards. */
  post(job: Job, transferList: readonly ArrayBuffer[]): void;
  /** Asks a process for a pong; does nothing for a thread. */
  ping(): void;
  kill(): void;
  /** Sets whether the channel keeps this process running. */
  hold(isHeld: boolean): void;
  /** The file in `/proc` that holds its processor time. */
  statFile(): string;
  /** Whether it is a process of its own. */
  readonly isProcess: boolean;
}

export interface WorkerLimits {
  /** Milliseconds of processor time after which a job is stopped. */
  readonly processorTimeMs: number;
  /** Milliseconds of processor time that a job has in addition for each megabyte of its bytes; none by default. */
  readonly processorTimePerMbMs?: number;
  /** Milliseconds after which a job is stopped; unlimited by default. */
  readonly jobTimeMs?: number;
  /** The subject of the message about the processor time: "The document" by default. */
  readonly subject?: string;
}

/** A job that takes longer is watched: reading the processor time costs more than most jobs. */
const WATCH_DELAY_MS = 100;

/** Thrown for a job that takes longer than its worker allows. */
export class JobTimeExceeded extends Error {
  override readonly name = "JobTimeExceeded";
}

const processorTimeExceeded = ({ subject = "The document" }: WorkerLimits, limitMs: number): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `${subject} used more than ${limitMs / 1000} s of processor time.`, {
    reason: "processor-time-exceeded",
  });

/** The processor time that a job may take, in whole seconds if it grows with the job's bytes. */
const processorTimeFor = (job: unknown, { processorTimeMs, processorTimePerMbMs }: WorkerLimits): number => {
  if (processorTimePerMbMs === undefined) return processorTimeMs;
  const bytes = bytesIn(job).reduce((sum, { length }) => sum + length, 0);
  return processorTimeMs + 1000 * Math.round((processorTimePerMbMs * bytes) / MB / 1000);
};

const threadsExceeded = ({ subject = "The document" }: WorkerLimits): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `${subject} started more threads than one document may have.`, {
    reason: "memory-exceeded",
  });

/**
 * A thread or child process that does one job at a time, outside the serving thread. One class, because a job, its limits
 * and the end of its worker settle one promise.
 */
export class Worker<Job, Result> {
  readonly #channel: Channel<Job>;
  readonly #limits: WorkerLimits;
  readonly #ended = Promise.withResolvers<void>();
  /** Resolves when nothing of it is left. */
  readonly ended = this.#ended.promise;
  #job: PromiseWithResolvers<WorkerReply<Result>> | undefined;
  #ping: PromiseWithResolvers<void> | undefined;
  #isLowered = false;
  #hasStarted = false as boolean;

  constructor(limits: WorkerLimits, connect: (listener: Listener<Result>) => Channel<Job>) {
    this.#limits = limits;
    this.#channel = connect({
      reply: (reply) => this.#job?.resolve(reply),
      pong: () => {
        this.#ping?.resolve();
        this.#ping = undefined;
      },
      exit: (error = new EngineEnded("A worker ended without an answer.")) => {
        this.#job?.reject(error);
        this.#ping?.reject(error);
        this.#ended.resolve();
      },
    });
    this.#channel.hold(false);
  }

  /** Whether it is free for a job. */
  get isAlive(): boolean {
    return this.#channel.isAlive();
  }

  /** Whether a long job has lowered its priority. Then it must not do another job. */
  get isLowered(): boolean {
    return this.#isLowered;
  }

  /** Bytes of memory that its process has in use. */
  get residentBytes(): number {
    return residentBytesOf(this.#channel.statFile());
  }

  /** Resolves when it answers; rejects when it ends first. */
  ping(): Promise<void> {
    if (this.#ping !== undefined) return this.#ping.promise;
    const ping = Promise.withResolvers<void>();
    this.#ping = ping;
    this.#channel.ping(); // the answer may come at once
    return ping.promise;
  }

  /**
   * Resolves when its process has started, whose start then is no part of its first job. Rejects with the signal's reason once
   * that is aborted, and with EngineEnded when it ends by itself; in each case it has ended by then.
   */
  async whenStarted(signal: AbortSignal): Promise<void> {
    if (this.#hasStarted) return;
    this.#channel.hold(true);
    try {
      await raceAbort(this.ping(), signal);
      this.#hasStarted = true;
      this.#channel.hold(false);
    } catch (error) {
      if (!signal.aborted) reportEngineEnd("worker");
      await this.end();
      throw error;
    }
  }

  /**
   * Does a job. Rejects with the signal's reason once that is aborted, with PROCESSING_FAILED if the job takes too much
   * processor time, with EngineEnded when the worker ends by itself; in each case the worker has ended by then.
   */
  async run(job: Job, signal: AbortSignal, transferList: readonly ArrayBuffer[]): Promise<WorkerReply<Result>> {
    const channel = this.#channel;
    const { jobTimeMs } = this.#limits;
    const processorTimeMs = processorTimeFor(job, this.#limits);
    const engineUse = currentTurn()?.use(channel);
    this.#job = Promise.withResolvers();
    let stopReason: unknown;
    const stop = (reason: unknown): void => {
      stopReason ??= reason;
      channel.kill();
    };
    const abort = () => stop(signal.reason);
    const exceeded = () => stop(processorTimeExceeded(this.#limits, processorTimeMs));
    const unwatches: (() => void)[] = [];
    const watchTimer = setTimeout(() => {
      unwatches.push(watchProcessorTime(channel, processorTimeMs, exceeded));
      if (channel.isProcess) unwatches.push(watchThreads(channel, () => stop(threadsExceeded(this.#limits))));
    }, WATCH_DELAY_MS);
    const jobTimer = jobTimeMs && setTimeout(() => stop(new JobTimeExceeded("The job takes too long.")), jobTimeMs);
    signal.addEventListener("abort", abort);
    try {
      channel.hold(true);
      channel.post(job, transferList);
      const reply = await this.#job.promise;
      if (stopReason !== undefined) throw stopReason;
      channel.hold(false);
      return reply;
    } catch (error) {
      if (stopReason === undefined && !this.isAlive) reportEngineEnd("worker");
      await this.end();
      throw stopReason ?? error;
    } finally {
      for (const timer of [watchTimer, jobTimer]) clearTimeout(timer);
      for (const unwatch of unwatches) unwatch();
      this.#isLowered ||= engineUse?.use.isLowered ?? false;
      engineUse?.end();
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends it; resolves when nothing of it is left. */
  async end(): Promise<void> {
    this.#channel.hold(true);
    this.#channel.kill();
    await this.ended;
  }
}
