import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../errors/service-error.ts";

/** Milliseconds after which a wrong key is refused. */
const WRONG_KEY_DELAY_MS = 1000;
/** Wrong keys of one address that wait for their refusal. Further ones are refused at once. */
const WAITING_WRONG_KEYS_LIMIT = 10;

const wrongKey = () => new ServiceError("UNAUTHORIZED", "Authorization is missing or holds no valid key.");
const tooMany = () =>
  new ServiceError("RATE_LIMIT_EXCEEDED", "Too many wrong keys came from this address: try again in 1 s.", {
    retryAfter: 1,
  });

/**
 * Bounds the cost of wrong keys: at most ten of one address wait at once, for a second each. The right key always passes,
 * even while others behind the same proxy try wrong ones. It is too long to be guessed.
 */
export class WrongKeys {
  readonly #waiting = new Map<string, number>();

  /** Throws unless `isRight` says yes: UNAUTHORIZED after a second, RATE_LIMIT_EXCEEDED beyond the tries of the address. */
  async check(address: string, isRight: () => boolean): Promise<void> {
    if (isRight()) return;
    if (this.#waitingAt(address) >= WAITING_WRONG_KEYS_LIMIT) throw tooMany();
    this.#waiting.set(address, this.#waitingAt(address) + 1);
    await sleep(WRONG_KEY_DELAY_MS);
    const left = this.#waitingAt(address) - 1;
    if (left > 0) this.#waiting.set(address, left);
    else this.#waiting.delete(address);
    throw wrongKey();
  }

  #waitingAt(address: string): number {
    return this.#waiting.get(address) ?? 0;
  }
}
