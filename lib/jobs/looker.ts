/** What a looker does. */
interface LookerOptions {
  readonly look: () => Promise<void>;
  /** Milliseconds between two looks, at least; as much again at most. */
  readonly intervalMs: number;
  /** Is told why a look has failed. The next one comes after the interval, so that nobody asks again and again in vain. */
  readonly onFailure: (error: unknown) => void;
}

/** Looks for work when it is woken, and else at intervals; one look at a time. */
export class Looker {
  readonly #options: LookerOptions;
  #looking: Promise<void> | undefined;
  #mustLookAgain = false as boolean;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false as boolean;

  constructor(options: LookerOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Looks now, or once more after the look that runs. */
  readonly wake = (): void => {
    if (this.#isStopped) return;
    this.#mustLookAgain = true;
    this.#looking ??= this.#lookWhileWoken().finally(() => {
      this.#looking = undefined;
      if (this.#mustLookAgain) this.wake();
      else this.#lookLater();
    });
  };

  /** Looks no more; resolves when the look that runs has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#mustLookAgain = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #lookWhileWoken(): Promise<void> {
    const { look, onFailure } = this.#options;
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      try {
        await look();
      } catch (error) {
        this.#mustLookAgain = false;
        onFailure(error);
      }
    }
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(this.wake, this.#options.intervalMs * (1 + Math.random())).unref();
  }
}
