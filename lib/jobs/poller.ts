interface PollerOptions {
  readonly poll: () => Promise<void>;
  /** The shortest pause between two polls (ms). Each pause is random and less than twice as long, so that processes spread. */
  readonly intervalMs: number;
  /** Is called with the error of a poll. The next poll waits for its interval, even if the poller was woken meanwhile. */
  readonly onFailure: (error: unknown) => void;
}

/** Polls for work: at intervals, and when it is woken. Two polls never run at the same time. */
export class Poller {
  readonly #options: PollerOptions;
  #polling: Promise<void> | undefined;
  #mustPollAgain = false as boolean;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false as boolean;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Polls now; if a poll runs, polls again after it. */
  readonly wake = (): void => {
    if (this.#isStopped) return;
    this.#mustPollAgain = true;
    this.#polling ??= this.#pollWhileWoken().finally(() => {
      this.#polling = undefined;
      if (this.#mustPollAgain) this.wake();
      else this.#pollLater();
    });
  };

  /** Begins no more polls. Resolves when the poll that runs has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#mustPollAgain = false;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  async #pollWhileWoken(): Promise<void> {
    const { poll, onFailure } = this.#options;
    while (this.#mustPollAgain) {
      this.#mustPollAgain = false;
      try {
        await poll();
      } catch (error) {
        this.#mustPollAgain = false;
        onFailure(error);
      }
    }
  }

  #pollLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(this.wake, this.#options.intervalMs * (1 + Math.random())).unref();
  }
}
