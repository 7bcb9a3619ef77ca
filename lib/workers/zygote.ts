import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { watchProgress } from "../turns/progress.ts";
import { isAlive, isRunning, type Spawned } from "./child-process.ts";
import type { Frame } from "./frames.ts";
import { type ProcessOptions, spawnNode, startNodeProcess } from "./node-process.ts";
import { connectProcess, type JobProcess } from "./process-channel.ts";
import { Worker } from "./worker.ts";
import { type ZygoteAddon, zygoteAddon } from "./zygote-addon.ts";

/**
 * What a request begins with: one of these, or a fork's number to wait for its end (`layers/zygote/channel.h`). A Chromium also
 * receives a fork's number with its sign changed (`layers/process-zygote/zygote.h`).
 */
const ASK_FOR_FORK = 0;
const ASK_FOR_ANSWER = -1;

/** Bytes of an int32: what a request begins with, and an answer. */
const NUMBER_BYTES = 4;
/** A zygote that is idle for this time without an answer is killed. It begins to answer when it has started. */
const IDLE_LIMIT_MS = 15_000;

const assertDone = (result: number): void => {
  if (result < 0) throw new Error("There is no room for another process.");
};

const assertForked = (pid: number): void => {
  if (pid < 0) throw new Error(`The zygote does not fork (error ${-pid}).`);
};

/** Kills a fork. The number is the fork's until its zygote has waited for its end, or has ended itself. */
const killFork = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/** How a zygote is started. */
interface ZygoteOptions {
  /** Starts its process with a descriptor, from which it reads requests. Throws an Error if the machine has no room for it. */
  spawn(channel: number): Spawned;
  /** Bytes of a request. */
  readonly requestBytes?: number;
}

/**
 * A warm process that forks a process for each document, in a few milliseconds. It reads no document itself. One
 * class, because all forks share one socket.
 */
export class Zygote {
  readonly #addon: ZygoteAddon;
  readonly #requestBytes: number;
  /** The descriptor of the socket, which the addon sends requests to. */
  readonly #channel: number;
  readonly #socket: Socket;
  /** The answers that are awaited, in the order of the requests. */
  readonly #answers: PromiseWithResolvers<number>[] = [];
  /** What is called for each fork when it has ended, by its number. */
  readonly #forks = new Map<number, () => void>();
  /** Then the number of its socket may be that of another file. */
  #hasEnded = false as boolean;
  /** Jobs and requests that keep this process running. */
  #holdCount = 0;
  readonly child: Spawned;
  /** Resolves when it has ended; its forks end with it. */
  readonly ended: Promise<void>;

  /** Throws an Error if the machine has no room for it. */
  constructor({ spawn, requestBytes = NUMBER_BYTES }: ZygoteOptions, addon: ZygoteAddon) {
    this.#addon = addon;
    this.#requestBytes = requestBytes;
    const [ours, its] = this.#createPair();
    this.#channel = ours;
    this.#socket = new Socket({ fd: ours }).on("data", this.#answerReader()).on("error", () => {});
    try {
      this.child = spawn(its);
    } catch (error) {
      this.#socket.destroy();
      throw error;
    } finally {
      closeSync(its);
    }
    this.ended = new Promise((resolve) => this.child.once("exit", () => resolve(this.#clear())));
    this.#hold(0);
  }

  get isAlive(): boolean {
    return isAlive(this.child);
  }

  /** Resolves when it answers; rejects when it ends first. */
  async ping(): Promise<void> {
    await this.#request(ASK_FOR_ANSWER);
  }

  /**
   * Forks a process. Rejects with an Error if the machine has no room for it, or the zygote ends. `details` follow the
   * number with which the request begins. The fork has `file`, a descriptor, beside its channel.
   */
  async fork(details?: Uint8Array, file?: number): Promise<JobProcess> {
    const [ours, its] = this.#createPair();
    const socket = new Socket({ fd: ours });
    try {
      const pid = await this.#request(ASK_FOR_FORK, [its, ...(file === undefined ? [] : [file])], details);
      assertForked(pid);
      this.#assertRunning(); // it may have ended since its answer
      return this.#jobProcess(pid, socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      closeSync(its);
    }
  }

  /** Lets a fork that was kept on one processor run on all. Rejects if the zygote ends. */
  async useAllProcessors(pid: number): Promise<void> {
    await this.#request(-pid);
  }

  async end(): Promise<void> {
    this.#hold(1);
    this.child.kill("SIGKILL");
    await this.ended;
  }

  #jobProcess(pid: number, socket: Socket): JobProcess {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    let isKilled = false;
    let isHeld = false;
    const hold = (mustHold: boolean): void => {
      if (mustHold === isHeld || !this.#forks.has(pid)) return;
      isHeld = mustHold;
      this.#hold(mustHold ? 1 : -1);
      if (mustHold) socket.ref();
      else socket.unref();
    };
    socket.unref();
    this.#forks.set(pid, () => {
      hold(false);
      this.#forks.delete(pid);
      socket.destroy();
      resolve();
    });
    const kill = (): void => {
      if (isKilled || !this.isAlive) return; // forks end with their zygote
      isKilled = true;
      killFork(pid);
      this.#request(pid).then(
        () => this.#forks.get(pid)?.(),
        () => {}, // the zygote has ended, and so has the fork
      );
    };
    socket.once("end", kill).once("close", kill);
    return { pid, socket, isAlive: () => this.isAlive && isRunning(pid), kill, ended, hold };
  }

  #createPair(): [number, number] {
    const [ours, its] = this.#addon.createPair();
    assertDone(ours);
    return [ours, its];
  }

  #assertRunning(): void {
    if (this.#hasEnded) throw new Error("The zygote has ended.");
  }

  async #request(pid: number, descriptors: readonly number[] = [], details?: Uint8Array): Promise<number> {
    this.#assertRunning();
    const request = Buffer.alloc(this.#requestBytes);
    request.writeInt32LE(pid);
    if (details !== undefined) request.set(details, NUMBER_BYTES);
    assertDone(this.#addon.send(this.#channel, request, ...descriptors));
    const answer = Promise.withResolvers<number>();
    this.#answers.push(answer);
    const endWatch = watchProgress({
      pid: this.child.pid,
      countsChildren: false, // forks do documents
      limitMs: IDLE_LIMIT_MS,
      stuck: () => this.child.kill("SIGKILL"),
    });
    this.#hold(1);
    return answer.promise.finally(() => {
      endWatch();
      this.#hold(-1);
    });
  }

  #answerReader(): (chunk: Buffer) => void {
    let rest: Buffer = Buffer.alloc(0);
    return (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= NUMBER_BYTES; rest = rest.subarray(NUMBER_BYTES))
        this.#answers.shift()?.resolve(rest.readInt32LE());
    };
  }

  #hold(change: number): void {
    this.#holdCount += change;
    for (const handle of [this.child, this.#socket]) this.#holdCount > 0 ? handle.ref() : handle.unref();
  }

  #clear(): void {
    this.#hasEnded = true;
    this.#socket.destroy();
    for (const answer of this.#answers.splice(0)) answer.reject(new Error("The zygote has ended."));
    for (const end of [...this.#forks.values()]) end();
  }
}

/** Processes that one zygote forks. If forks are not possible, each is started by itself. */
export class Forks<Order, Result> {
  readonly #options: ProcessOptions;
  #zygote: Zygote | undefined;

  /** The script of the options calls `serveForks`. */
  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Starts a process. Rejects with an Error if the machine has no room for it. */
  async start(): Promise<Worker<Frame<Order>, Frame<Result>>> {
    const zygote = this.#ensureZygote();
    if (zygote === undefined) return startNodeProcess(this.#options);
    const process = await zygote.fork();
    return new Worker(this.#options, (listener) => connectProcess<Order, Result>(process, listener));
  }

  /** Resolves when the zygote answers; at once if there can be none. */
  async ping(): Promise<void> {
    await this.#ensureZygote()?.ping();
  }

  async end(): Promise<void> {
    const zygote = this.#zygote;
    this.#zygote = undefined;
    await zygote?.end();
  }

  #ensureZygote(): Zygote | undefined {
    const addon = zygoteAddon();
    if (addon !== undefined && !this.#zygote?.isAlive)
      this.#zygote = new Zygote({ spawn: (channel) => spawnNode(this.#options, { channel, threads: "one" }) }, addon);
    return this.#zygote;
  }
}
