import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors.ts";
import type { ReadBody } from "../http/exchange.ts";

/** Minimum rate of an arriving body, measured over a period. */
const BODY_MIN_BYTES_PER_SECOND = 10_000;
const BODY_RATE_PERIOD_SECONDS = 30;

/** Memory that a body of unknown length gets at first. It is doubled whenever it is full. */
const UNANNOUNCED_BODY_FIRST_BYTES = 65_536;

/** Error that stops the work of a caller who has hung up. */
export const callerHungUp = () => new ServiceError("PROCESSING_FAILED", "The caller hung up.");

const tooLarge = (limit: number) => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${limit} bytes.`);
/** Error for a body that arrives too slowly. */
export const bodyTooSlow = () =>
  new ServiceError("INVALID_REQUEST", `The body arrived at less than ${BODY_MIN_BYTES_PER_SECOND} bytes a second.`);

/** Calls `cut` when the bytes of the last 30 seconds are below the minimum rate. Gives a function that ends the watch. */
export const watchRate = (received: () => number, cut: () => void): (() => void) => {
  const marks: number[] = [];
  const timer = setInterval(() => {
    marks.push(received());
    if (marks.length <= BODY_RATE_PERIOD_SECONDS) return;
    if (received() - marks.shift()! < BODY_MIN_BYTES_PER_SECOND * BODY_RATE_PERIOD_SECONDS) cut();
  }, 1000);
  return () => clearInterval(timer);
};

/** Frees memory at once; the garbage collector would free it later. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
};

/** The part of a body that has arrived, in memory that grows with it. */
class ArrivingBody {
  readonly #limit: number;
  readonly #hold: (bytes: number) => void;
  #memory: Buffer;
  size = 0;

  /** Memory for a body of `announced` bytes (NaN if unknown). Throws FILE_TOO_LARGE over the limit, and what `hold` throws. */
  constructor(announced: number, limit: number, hold: (bytes: number) => void) {
    if (announced > limit) throw tooLarge(limit);
    this.#limit = limit;
    this.#hold = hold;
    const room = Number.isNaN(announced) ? UNANNOUNCED_BODY_FIRST_BYTES : announced;
    hold(room);
    this.#memory = Buffer.allocUnsafeSlow(room);
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.size);
  }

  /** Appends a chunk and frees it. Throws FILE_TOO_LARGE over the limit, and what `hold` throws. */
  append(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.#limit) throw tooLarge(this.#limit);
    if (size > this.#memory.length) this.#grow(size);
    this.#memory.set(chunk, this.size);
    release(chunk);
    this.size = size;
  }

  /** Frees the memory. */
  release(): void {
    release(this.#memory);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(needed, 2 * this.#memory.length)));
    this.#hold(larger.length - this.#memory.length);
    larger.set(this.bytes);
    release(this.#memory);
    this.#memory = larger;
  }
}

/**
 * Gives a function that reads the body of a request. It calls `begin` before it waits for the first byte, and `hold` with
 * the bytes of memory that the body needs. It rejects with FILE_TOO_LARGE as soon as the body is known to be too large,
 * with INVALID_REQUEST where the body arrives too slowly, and with PROCESSING_FAILED where the caller hangs up.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (limit, isTooLarge) => {
    if (request.destroyed) throw callerHungUp();
    const body = new ArrivingBody(Number(request.headers["content-length"] ?? Number.NaN), limit, hold);
    begin();
    return new Promise((resolve, reject) => {
      const unwatch = watchRate(
        () => body.size,
        () => end(bodyTooSlow()),
      );
      const end = (error?: Error) => {
        unwatch();
        request.off("data", take).off("end", whole).off("close", leave).off("error", leave);
        if (error === undefined) return resolve(body.bytes);
        body.release();
        reject(error);
      };
      const whole = () => end();
      const leave = () => end(callerHungUp());
      const take = (chunk: Buffer) => {
        try {
          body.append(chunk);
          if (isTooLarge(body.bytes)) throw tooLarge(limit);
        } catch (error) {
          end(error as Error);
        }
      };
      request.on("data", take).on("end", whole).on("close", leave).on("error", leave);
    });
  };
