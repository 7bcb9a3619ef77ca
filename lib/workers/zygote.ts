import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { isAlive, isRunning } from "./child-process.ts";
import type { Frame } from "./frames.ts";
import { type ProcessOptions, spawnNode, startNodeProcess } from "./node-process.ts";
import { connectProcess, type JobProcess } from "./process-channel.ts";
import { Worker } from "./worker.ts";
import { type ZygoteAddon, zygoteAddon } from "./zygote-addon.ts";

/** The numbers that ask for a fork and for an answer; that of a fork asks to wait for its end (`layers/zygote/channel.h`). */
const ASK_FOR_FORK = 0;
const ASK_FOR_ANSWER = -1;
const NO_DESCRIPTOR = -1;

/** Bytes of an answer, an int32. */
const ANSWER_BYTES = 4;
/** A zygote that does not answer in this time is killed. It begins to answer when it has started. */
const ANSWER_TIMEOUT_MS = 15_000;

const assertDone = (result: number): void => {
  if (result < 0) throw new Error("There is no room for another process.");
};

/** Kills a fork. The number is the fork's until its zygote has waited for its end, or has ended itself. */
const killFork = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/**
 * A warm Node process that forks a process for each document, in a few milliseconds. It reads no document itself. One
 * class, because all forks share one socket.
 */
class Zygote {
  readonly #addon: ZygoteAddon;
  readonly #child: ChildProcess;
  /** The descriptor of the socket, which the addon sends requests to. */
  readonly #channel: number;
  readonly #socket: Socket;
  /** The answers that are awaited, in the order of the requests. */
  readonly #answers: PromiseWithResolvers<number>[] = [];
  /** What is called for each fork when it has ended, by its number. */
  readonly #forks = new Map<number, () => void>();
  /** Jobs and requests that keep this process running. */
  #holdCount = 0;
  /** Resolves when it has ended; its forks end with it. */
  readonly #ended: Promise<void>;

  /** Starts a zygote whose script calls `serveForks`. Throws an Error if the machine has no room for it. */
  constructor(options: ProcessOptions, addon: ZygoteAddon) {
    this.#addon = addon;
    const [ours, its] = this.#createPair();
    this.#channel = ours;
    this.#socket = new Socket({ fd: ours }).on("data", this.#answerReader()).on("error", () => {});
    try {
      this.#child = spawnNode(options, its);
    } catch (error) {
      this.#socket.destroy();
      throw error;
    } finally {
      closeSync(its);
    }
    this.#ended = new Promise((resolve) => this.#child.once("exit", () => resolve(this.#clear())));
    this.#hold(0);
  }

  get isAlive(): boolean {
    return isAlive(this.#child);
  }

  /** Resolves when it answers; rejects when it ends first. */
  async ping(): Promise<void> {
    await this.#request(ASK_FOR_ANSWER);
  }

  /** Forks a process. Rejects with an Error if the machine has no room for it, or the zygote ends. */
  async fork(): Promise<JobProcess> {
    const [ours, its] = this.#createPair();
    const socket = new Socket({ fd: ours });
    try {
      const pid = await this.#request(ASK_FOR_FORK, its);
      assertDone(pid);
      return this.#jobProcess(pid, socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      closeSync(its);
    }
  }

  async end(): Promise<void> {
    this.#hold(1);
    this.#child.kill("SIGKILL");
    await this.#ended;
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

  async #request(pid: number, descriptor = NO_DESCRIPTOR): Promise<number> {
    assertDone(this.#addon.send(this.#channel, pid, descriptor));
    const answer = Promise.withResolvers<number>();
    this.#answers.push(answer);
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), ANSWER_TIMEOUT_MS);
    this.#hold(1);
    return answer.promise.finally(() => {
      clearTimeout(timer);
      this.#hold(-1);
    });
  }

  #answerReader(): (chunk: Buffer) => void {
    let rest: Buffer = Buffer.alloc(0);
    return (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= ANSWER_BYTES; rest = rest.subarray(ANSWER_BYTES))
        this.#answers.shift()?.resolve(rest.readInt32LE());
    };
  }

  #hold(change: number): void {
    this.#holdCount += change;
    for (const handle of [this.#child, this.#socket]) this.#holdCount > 0 ? handle.ref() : handle.unref();
  }

  #clear(): void {
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
    if (addon !== undefined && !this.#zygote?.isAlive) this.#zygote = new Zygote(this.#options, addon);
    return this.#zygote;
  }
}
