/** What a looker does, and when. */
interface LookerOptions {
  readonly look: () => Promise<void>;
  /** The shortest pause between two looks (ms). Each pause is random and less than twice as long, so that processes spread. */
  readonly intervalMs: number;
  /** Is called with the error of a look. The next look waits for its interval, even if the looker was woken meanwhile. */
  readonly onFailure: (error: unknown) => void;
}

/** Polls for work: at intervals, and when it is woken. It looks once at a time. */
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

  /** Looks now; if a look runs, looks again after it. */
  readonly wake = (): void => {
    if (this.#isStopped) return;
    this.#mustLookAgain = true;
    this.#looking ??= this.#lookWhileWoken().finally(() => {
      this.#looking = undefined;
      if (this.#mustLookAgain) this.wake();
      else this.#lookLater();
    });
  };

  /** Begins no more looks. Resolves when the look that runs has ended. */
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
