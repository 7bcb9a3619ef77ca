import { needsSpace } from "./print.ts";

/** The tokens of a content stream that is being written. */
export class ContentTokens {
  readonly #pieces: string[] = [];
  #last = "";

  /** Writes a token, after a line feed if it would run together with the token before. */
  write(token: string): void {
    if (needsSpace(this.#last, token)) this.#pieces.push("\n");
    this.#pieces.push(token);
    this.#last = token;
  }

  /** The content, which ends with a line feed. */
  finish(): string {
    return `${this.#pieces.join("")}\n`;
  }
}
