import type { ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { isAlive, parentOf, type Spawned } from "../../workers/child-process.ts";
import { EngineEnded } from "../../workers/engine-ended.ts";
import { JobFolders } from "./job-folders.ts";
import { convertLine, endLine, listenTo, PING_LINE, type ZygoteJob } from "./zygote-protocol.ts";

/**
 * The time limits for LibreOffice's warm-up, for the end of the zygote and for its answer. A zygote that exceeds one is
 * killed.
 */
const WARM_UP_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 3000;
const ANSWER_TIMEOUT_MS = 10_000;
/** The time for a killed child to end. After it the job counts as ended, and the zygote is asked whether it still answers. */
const CHILD_END_TIMEOUT_MS = 3000;

/** Thrown if LibreOffice has not started a job, so that another zygote can do it. */
export class NotStartedError extends EngineEnded {}

/** Thrown if the zygote has ended during a job. The cause may be another job, because a zygote converts those of all callers. */
export class VanishedError extends EngineEnded {}

/** A job that was sent to the zygote: its process once it runs, and the functions that receive this process and the outcome. */
interface PendingJob {
  pid: number | undefined;
  readonly begin: (pid: number) => void;
  readonly finish: (outcome: string) => void;
}

/** Outcomes that the zygote does not report: it has ended itself, or a killed child has not ended in time. */
const GONE = "gone";
const UNENDED = "unended";

/** The process of a zygote. Its stdin and stdout follow the protocol of `zygote.c`. */
export type ZygoteProcess = Spawned<ChildProcessByStdio<Writable, Readable, null>>;

/**
 * A running LibreOffice that forks a child for each document (`layers/libreoffice/zygote/zygote.c`). One class, because
 * jobs, pings and the warm-up share one pipe.
 */
export class OfficeZygote {
  /** Resolves when the zygote has ended, and its files are removed. */
  readonly ended: Promise<void>;
  readonly pid: number;
  readonly #child: ZygoteProcess;
  readonly #home: string;
  readonly #folders: JobFolders;
  readonly #jobs = new Map<string, PendingJob>();
  readonly #pings: PromiseWithResolvers<void>[] = [];
  readonly #warm = Promise.withResolvers<void>();
  #warmUpsLeft: number;
  #jobCount = 0;
  #endReason = "LibreOffice ended";

  /** Takes over a process that was started in its home, and that has `warmUps` warm-up documents to convert. */
  constructor(child: ZygoteProcess, home: string, warmUps: number) {
    this.#child = child;
    this.pid = child.pid;
    this.#home = home;
    this.#warmUpsLeft = warmUps;
    this.#folders = new JobFolders(home, () => isAlive(child));
    this.#listen();
    // By the time of "close" all its output has been read.
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.ended = closed.then(() => this.#cleanUp());
  }

  /** Whether the zygote runs. A zygote whose home has been removed cannot convert anything, and is killed. */
  get isAlive(): boolean {
    if (existsSync(this.#home)) return isAlive(this.#child);
    this.#kill();
    return false;
  }

  /** Resolves when the zygote is warm. Rejects with NotStartedError when it ends first, or is not warm in time. */
  async warmUp(lines: string): Promise<void> {
    this.#child.stdin.write(lines);
    const timer = setTimeout(this.#kill, WARM_UP_TIMEOUT_MS).unref();
    await this.#warm.promise.finally(() => clearTimeout(timer));
  }

  /** The folder for a new job, in the home of the zygote. */
  reserveFolder(): string {
    return this.#folders.reserve();
  }

  removeFolder(folder: string): void {
    this.#folders.remove(folder);
  }

  /**
   * Runs a job to its end; `onStarted` gets the id of its process. Resolves with `exit STATUS`, `signal NUMBER` or `memory`. An
   * abort kills the job's process. Rejects with the signal's reason if that is already aborted; with NotStartedError if the
   * zygote, or the child that waited for the job, ended before the job started; with VanishedError if the zygote ended
   * later.
   */
  async convert(job: ZygoteJob, signal: AbortSignal, onStarted: (pid: number) => void): Promise<string> {
    signal.throwIfAborted();
    if (!this.isAlive) throw new NotStartedError(this.#endReason);
    this.#folders.begin(job.folder);
    const id = String(++this.#jobCount);
    const { promise, resolve } = Promise.withResolvers<string>();
    let timer: NodeJS.Timeout | undefined;
    const pending: PendingJob = { pid: undefined, begin: onStarted, finish: resolve };
    const end = () => {
      this.#killChild(pending);
      this.#child.stdin.write(endLine(id));
      timer = setTimeout(() => {
        resolve(UNENDED);
        this.#killIfSilent();
      }, CHILD_END_TIMEOUT_MS);
    };
    this.#jobs.set(id, pending);
    signal.addEventListener("abort", end);
    this.#child.stdin.write(convertLine(id, job));
    const outcome = await promise;
    signal.removeEventListener("abort", end);
    clearTimeout(timer);
    this.#jobs.delete(id);
    if (pending.pid === undefined && outcome !== "exit 0") {
      throw new NotStartedError(`LibreOffice did not begin: ${outcome}`);
    }
    if (outcome === GONE) throw new VanishedError("LibreOffice ended while it converted the document.");
    return outcome;
  }

  /** Resolves when the zygote has answered. Rejects with NotStartedError when it ends first. */
  ping(): Promise<void> {
    const ping = Promise.withResolvers<void>();
    this.#pings.push(ping);
    this.#child.stdin.write(PING_LINE);
    return ping.promise;
  }

  /** Ends the zygote; resolves when its process, its children and its files are gone. */
  async stop(): Promise<void> {
    this.#child.ref();
    this.#child.stdin.end();
    const timer = setTimeout(this.#kill, END_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
    await rm(this.#home, { recursive: true, force: true });
  }

  readonly #kill = (): void => {
    this.#child.kill("SIGKILL");
  };

  /** Kills the process of a job. The zygote does so too, but it may be busy. */
  #killChild({ pid }: PendingJob): void {
    // The id may belong to another process since the job is done.
    if (pid !== undefined && parentOf(pid) === this.pid) process.kill(pid, "SIGKILL");
  }

  /** Kills the zygote unless it answers. A child that takes long to end is no reason to kill it, because others need it. */
  #killIfSilent(): void {
    const timer = setTimeout(this.#kill, ANSWER_TIMEOUT_MS).unref();
    const answered = () => clearTimeout(timer);
    this.ping().then(answered, answered);
  }

  #listen(): void {
    const resolveWhenWarm = () => {
      if (this.#warmUpsLeft === 0) this.#warm.resolve();
    };
    listenTo(this.#child.stdout, {
      ready: () => {
        this.#pings.shift()?.resolve();
        resolveWhenWarm();
      },
      warm: () => {
        this.#warmUpsLeft--;
        resolveWhenWarm();
      },
      warning: (text) => process.emitWarning(text),
      failed: (reason) => {
        this.#endReason = reason;
      },
      folder: (folder) => this.#folders.offer(folder),
      begun: (id, pid) => {
        const job = this.#jobs.get(id);
        if (job === undefined) return;
        job.pid = Number(pid);
        job.begin(job.pid);
      },
      done: (id, outcome) => this.#jobs.get(id)?.finish(outcome),
    });
  }

  async #cleanUp(): Promise<void> {
    for (const { finish } of this.#jobs.values()) finish(GONE);
    for (const { reject } of this.#pings.splice(0)) reject(new NotStartedError(this.#endReason));
    await this.#folders.removeUnused().catch(() => {}); // Files that cannot be removed only take disk space.
    this.#warm.reject(new NotStartedError(this.#endReason));
  }
}
