import type { ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { isAlive, type Spawned } from "../../workers/child-process.ts";
import { EngineEnded } from "../../workers/engine-ended.ts";
import { JobFolders } from "./job-folders.ts";

/** A macro of `Convert.xba`. */
export type Macro = "Word" | "Excel";

/** One document's conversion: a macro with its arguments, and the folder that it may use. */
export interface ZygoteJob {
  readonly macro: Macro;
  readonly source: string;
  readonly target: string;
  readonly options: string;
  readonly folder: string;
}

/**
 * A file's URL as an argument of a macro. It is escaped twice, because LibreOffice unescapes arguments before it splits them.
 */
const urlOf = (file: string): string =>
  `file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3f")}`.replaceAll("%", "%25");

/** The command to convert a warm-up document, first in the zygote and later in a child. */
export const warmUpLine = ({ macro, source, target, folder }: Omit<ZygoteJob, "options">): string =>
  `warm\t${macro}\t${urlOf(source)}\t${urlOf(target)}\t${folder}\n`;

const convertLine = (id: string, { macro, source, target, options, folder }: ZygoteJob): string =>
  `${["convert", id, folder, macro, urlOf(source), urlOf(target), options].join("\t")}\t\n`;

const endLine = (id: string): string => `end\t${id}\n`;

/** The command that the zygote answers with `ready`. */
const PING_LINE = "ping\n";

/** A method for each report of the zygote (`layers/libreoffice/zygote/zygote.c`). */
interface ZygoteListener {
  /** The zygote has answered a ping, or has started. */
  ready(): void;
  /** The zygote has converted a warm-up document. */
  warm(): void;
  warning(text: string): void;
  /** The zygote ends, for this reason. */
  failed(reason: string): void;
  /** A child waits for a job in this folder. */
  folder(folder: string): void;
  begun(id: string): void;
  /** A job's child has ended: `exit STATUS`, `signal NUMBER` or `memory`. */
  done(id: string, outcome: string): void;
}

/** Calls the listener for each line of the zygote's output. */
const listenTo = (output: Readable, listener: ZygoteListener): void => {
  const verbs = new Set(["ready", "warm", "warning", "failed", "folder", "begun", "done"]);
  createInterface({ input: output }).on("line", (line) => {
    const [verb = "", first = "", second = ""] = line.split("\t");
    if (verbs.has(verb)) listener[verb as keyof ZygoteListener](first, second);
  });
};

/** The time limits for LibreOffice's warm-up and for ending a job or the zygote. After them the zygote is killed. */
const WARM_UP_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 3000;

/** Thrown if LibreOffice has not begun a job, so that another zygote can do it. */
export class NotBegunError extends EngineEnded {}

/** A job that was handed over: whether a child has begun it, and the function that gets its outcome. */
interface PendingJob {
  hasBegun: boolean;
  readonly finish: (outcome: string) => void;
}

/** The process of a zygote. Its stdin and stdout follow the protocol of `zygote.c`. */
export type ZygoteProcess = Spawned<ChildProcessByStdio<Writable, Readable, null>>;

/**
 * A running LibreOffice that forks a child for each document (`layers/libreoffice/zygote/zygote.c`). One class, because
 * jobs, pings and the warm-up share one pipe.
 */
export class Zygote {
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

  /** Resolves when the zygote is warm. Rejects with NotBegunError when it ends first, or is not warm in time. */
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
   * Runs a job to its end. Resolves with `exit STATUS`, `signal NUMBER`, `memory`, or `gone` if the zygote itself ended. An
   * abort ends the job. Rejects with the signal's reason if that is already aborted, and with NotBegunError if the
   * zygote, or the child that waited for the job, ended before it began the job.
   */
  async convert(job: ZygoteJob, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (!this.isAlive) throw new NotBegunError(this.#endReason);
    this.#folders.begin(job.folder);
    const id = String(++this.#jobCount);
    const { promise, resolve } = Promise.withResolvers<string>();
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      this.#child.stdin.write(endLine(id));
      timer = setTimeout(this.#kill, END_TIMEOUT_MS);
    };
    const pending: PendingJob = { hasBegun: false, finish: resolve };
    this.#jobs.set(id, pending);
    signal.addEventListener("abort", end);
    this.#child.stdin.write(convertLine(id, job));
    const outcome = await promise;
    signal.removeEventListener("abort", end);
    clearTimeout(timer);
    this.#jobs.delete(id);
    if (!pending.hasBegun && outcome !== "exit 0") throw new NotBegunError(`LibreOffice did not begin: ${outcome}`);
    return outcome;
  }

  /** Resolves when the zygote has answered. Rejects with NotBegunError when it ends first. */
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
    await this.#folders.removeUnused().catch(() => {}); // Files that cannot be removed only take disk space.
    this.#warm.reject(new NotBegunError(this.#endReason));
  }
}
