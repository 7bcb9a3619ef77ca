import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../errors/service-error.ts";

/** Milliseconds after which a wrong key is refused. */
const WRONG_KEY_DELAY_MS = 1000;
/** Wrong keys of one address that wait for their refusal. Beyond that no key of this address is looked at. */
const WAITING_WRONG_KEYS_LIMIT = 10;

const wrongKey = () => new ServiceError("UNAUTHORIZED", "Authorization is missing or holds no valid key.");
const tooMany = () =>
  new ServiceError("RATE_LIMIT_EXCEEDED", "Too many wrong keys came from this address: try again in 1 s.", {
    retryAfter: 1,
  });

/** Slows down the search for a key: an address has ten tries a second. */
export class WrongKeys {
  readonly #waiting = new Map<string, number>();

  /** Calls `isRight`. Throws UNAUTHORIZED after a second if it says no, RATE_LIMIT_EXCEEDED beyond the tries of the address. */
  async check(address: string, isRight: () => boolean): Promise<void> {
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= WAITING_WRONG_KEYS_LIMIT) throw tooMany();
    if (isRight()) return;
    this.#waiting.set(address, waiting + 1);
    await sleep(WRONG_KEY_DELAY_MS);
    const left = this.#waiting.get(address)! - 1;
    if (left > 0) this.#waiting.set(address, left);
    else this.#waiting.delete(address);
    throw wrongKey();
  }
}
