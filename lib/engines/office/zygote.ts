import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { isAlive } from "../../workers/is-alive.ts";
import { JobFolders } from "./job-folders.ts";
import { convertLine, endLine, listenTo, PING_LINE, type ZygoteJob } from "./zygote-protocol.ts";

/** The time that LibreOffice has to warm up, and to obey a request to end; after it the zygote is killed. */
const WARM_UP_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 3000;

/** LibreOffice has not begun with a document: another zygote may. */
export class NotBegunError extends Error {}

/** A job that was handed over: whether a child has begun it, and the function that gets its outcome. */
interface PendingJob {
  hasBegun: boolean;
  readonly finish: (outcome: string) => void;
}

/** A running LibreOffice that forks a child for each document (`layers/libreoffice/zygote/zygote.c`). */
export class Zygote {
  /** Resolves when the zygote has ended, and its files are removed. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #home: string;
  readonly #folders: JobFolders;
  readonly #jobs = new Map<string, PendingJob>();
  readonly #pings: PromiseWithResolvers<void>[] = [];
  readonly #warm = Promise.withResolvers<void>();
  #warmUpsLeft: number;
  #jobCount = 0;
  #endReason = "LibreOffice ended";

  /** Takes over a process that was started in its home, and is to convert so many documents to warm up. */
  constructor(child: ChildProcess, home: string, warmUps: number) {
    this.#child = child;
    this.#home = home;
    this.#warmUpsLeft = warmUps;
    this.#folders = new JobFolders(home, () => isAlive(child));
    this.#listen();
    // By the time of "close" all its output has been read.
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.ended = closed.then(() => this.#cleanUp());
  }

  /** The process's id. */
  get pid(): number {
    return this.#child.pid!;
  }

  /** Whether the zygote runs; one whose home has been removed is killed, because it can convert nothing. */
  get isAlive(): boolean {
    if (existsSync(this.#home)) return isAlive(this.#child);
    this.#kill();
    return false;
  }

  /** Resolves when the zygote is warm. Rejects with NotBegunError when it ends before, or is not warm in time. */
  async warmUp(lines: string): Promise<void> {
    this.#child.stdin?.write(lines);
    const timer = setTimeout(this.#kill, WARM_UP_TIMEOUT_MS).unref();
    await this.#warm.promise.finally(() => clearTimeout(timer));
  }

  /** A new folder for a job; it does not outlive this process. */
  reserveFolder(): string {
    return this.#folders.reserve();
  }

  /** Removes a job's folder. */
  removeFolder(folder: string): void {
    this.#folders.remove(folder);
  }

  /**
   * Does a job to its end; gives `exit STATUS`, `signal NUMBER`, `memory`, or `gone` when the zygote itself ended. An abort
   * ends the job. Rejects with the signal's reason when that was aborted before, and with NotBegunError when the zygote, or
   * the child that waited for the job, had ended before.
   */
  async convert(job: ZygoteJob, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (!this.isAlive) throw new NotBegunError(this.#endReason);
    this.#folders.begin(job.folder);
    const id = String(++this.#jobCount);
    const { promise, resolve } = Promise.withResolvers<string>();
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      this.#child.stdin?.write(endLine(id));
      timer = setTimeout(this.#kill, END_TIMEOUT_MS);
    };
    const pending: PendingJob = { hasBegun: false, finish: resolve };
    this.#jobs.set(id, pending);
    signal.addEventListener("abort", end);
    this.#child.stdin?.write(convertLine(id, job));
    const outcome = await promise;
    signal.removeEventListener("abort", end);
    clearTimeout(timer);
    this.#jobs.delete(id);
    if (!pending.hasBegun && outcome !== "exit 0") throw new NotBegunError(`LibreOffice did not begin: ${outcome}`);
    return outcome;
  }

  /** Resolves when the zygote has answered; rejects when it ends before. */
  ping(): Promise<void> {
    const ping = Promise.withResolvers<void>();
    this.#pings.push(ping);
    this.#child.stdin?.write(PING_LINE);
    return ping.promise;
  }

  /** Ends the zygote; resolves when its process, its children and its files are gone. */
  async stop(): Promise<void> {
    this.#child.ref();
    this.#child.stdin?.end();
    const timer = setTimeout(this.#kill, END_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
    await rm(this.#home, { recursive: true, force: true });
  }

  readonly #kill = (): void => {
    this.#child.kill("SIGKILL");
  };

  #listen(): void {
    const resolveWhenWarm = () => {
      if (this.#warmUpsLeft === 0) this.#warm.resolve();
    };
    listenTo(this.#child.stdout!, {
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
      begun: (id) => {
        const job = this.#jobs.get(id);
        if (job !== undefined) job.hasBegun = true;
      },
      done: (id, outcome) => this.#jobs.get(id)?.finish(outcome),
    });
  }

  async #cleanUp(): Promise<void> {
    for (const { finish } of this.#jobs.values()) finish("gone");
    for (const { reject } of this.#pings.splice(0)) reject(new NotBegunError(this.#endReason));
    await this.#folders.removeUnused().catch(() => {}); // What stays only takes room on the disk.
    this.#warm.reject(new NotBegunError(this.#endReason));
  }
}
