const BAR_CHARACTERS = 30;
const CLEAR_LINE = "\r\u001b[K";

/** A bar on stderr that shows how many of several calls are done. It shows nothing if stderr is not a terminal. */
export class Progress {
  readonly #total: number;
  readonly #isShown: boolean;
  #done = 0;

  constructor(total: number, isQuiet: boolean) {
    this.#total = total;
    this.#isShown = !isQuiet && total > 1 && process.stderr.isTTY === true;
    this.#draw();
  }

  /** Shows that this many calls are done. */
  show(done: number): void {
    this.clear();
    this.#done = done;
    this.#draw();
  }

  /** Counts a call, and prints a line above the bar if there is one to print. */
  step(line?: { readonly stream: NodeJS.WriteStream; readonly text: string }): void {
    this.#done++;
    this.clear();
    if (line) line.stream.write(`${line.text}\n`);
    this.#draw();
  }

  /** Removes the bar. */
  clear(): void {
    if (this.#isShown) process.stderr.write(CLEAR_LINE);
  }

  #draw(): void {
    if (!this.#isShown || this.#done === this.#total) return;
    const filled = Math.floor((BAR_CHARACTERS * this.#done) / this.#total);
    process.stderr.write(`[${"#".repeat(filled)}${"-".repeat(BAR_CHARACTERS - filled)}] ${this.#done}/${this.#total}`);
  }
}
