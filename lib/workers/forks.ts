import type { Frame } from "./frames.ts";
import type { ProcessOptions } from "./node-process.ts";
import { startNodeProcess } from "./node-process.ts";
import { connectProcess } from "./process-channel.ts";
import { Worker } from "./worker.ts";
import { Zygote } from "./zygote.ts";
import { zygoteAddon } from "./zygote-addon.ts";

/** Processes that one zygote forks. Where forks are not possible, each is started by itself. */
export class Forks<Order, Result> {
  readonly #options: ProcessOptions;
  #zygote: Zygote | undefined;

  /** The script of the options calls `serveForks`. */
  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Starts a process. Rejects with an Error where the machine has no room for it. */
  async start(): Promise<Worker<Frame<Order>, Frame<Result>>> {
    const zygote = this.#ensureZygote();
    if (zygote === undefined) return startNodeProcess(this.#options);
    const process = await zygote.fork();
    return new Worker(this.#options, (listener) => connectProcess<Order, Result>(process, listener));
  }

  /** Resolves when the zygote answers; at once where there can be none. */
  async ping(): Promise<void> {
    await this.#ensureZygote()?.ping();
  }

  /** Ends the zygote and its forks. */
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
