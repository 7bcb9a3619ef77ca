import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors/service-error.ts";
import type { ReadBody } from "../http/exchange.ts";
import { rateFor, watchRate } from "./least-rate.ts";

/** Memory that a body gets with its first chunk. It is doubled whenever it is full. */
const FIRST_BYTES = 65_536;
/** The same for a body whose length was announced. */
const FIRST_ANNOUNCED_BYTES = 4_194_304;

/**
 * Memory that all bodies together may get for what was announced and has not arrived. A body that finds room in it gets all of
 * its memory with its first chunk, because to grow takes ten times as long as to be filled. Others grow.
 */
const AHEAD_MAX_BYTES = 134_217_728;

let aheadBytes = 0;

/** Error that stops the work of a caller who has hung up. */
export const callerHungUp = () =>
  new ServiceError("PROCESSING_FAILED", "The caller hung up.", { reason: "caller-gone" });

const tooLarge = (limit: number) => new ServiceError("FILE_TOO_LARGE", `The body is larger than ${limit} bytes.`);
/** Error for a body that arrives at less than this rate. */
export const bodyTooSlow = (bytesPerSecond: number) =>
  new ServiceError("INVALID_REQUEST", `The body arrived at less than ${bytesPerSecond} bytes a second.`, {
    reason: "body-too-slow",
  });

/** Frees memory at once; the garbage collector would free it later. */
const release = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
};

/** The part of a body that has arrived, in memory that grows with it. */
class ArrivingBody {
  readonly #limit: number;
  /** NaN if it is unknown. */
  readonly #announced: number;
  readonly #hold: (bytes: number) => void;
  #memory: Buffer = Buffer.alloc(0);
  /** The part of `aheadBytes` that is this body's. */
  #ahead = 0;
  size = 0;

  /** A body of `announced` bytes (NaN if unknown). Throws FILE_TOO_LARGE over the limit. */
  constructor(announced: number, limit: number, hold: (bytes: number) => void) {
    if (announced > limit) throw tooLarge(limit);
    this.#limit = limit;
    this.#announced = announced;
    this.#hold = hold;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.size);
  }

  /** Appends a chunk and frees it. Throws FILE_TOO_LARGE over the limit, and what `hold` throws. */
  append(chunk: Buffer): void {
    const size = this.size + chunk.length;
    if (size > this.#limit) throw tooLarge(this.#limit);
    this.#hold(chunk.length);
    if (size > this.#memory.length) this.#grow(size);
    this.#memory.set(chunk, this.size);
    release(chunk);
    this.size = size;
    if (this.#ahead > 0) this.#setAhead(this.#announced - size);
  }

  /** Frees the memory. */
  release(): void {
    this.#setAhead(0);
    release(this.#memory);
  }

  #setAhead(bytes: number): void {
    aheadBytes += bytes - this.#ahead;
    this.#ahead = bytes;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#lengthToGrowTo()));
    larger.set(this.bytes);
    release(this.#memory);
    this.#memory = larger;
  }

  #lengthToGrowTo(): number {
    if (Number.isNaN(this.#announced)) return Math.min(this.#limit, Math.max(FIRST_BYTES, 2 * this.#memory.length));
    if (this.size === 0 && aheadBytes + this.#announced <= AHEAD_MAX_BYTES) {
      this.#setAhead(this.#announced);
      return this.#announced;
    }
    return Math.min(this.#announced, Math.max(FIRST_ANNOUNCED_BYTES, 2 * this.#memory.length));
  }
}

/**
 * Returns a function that reads the body of a request. It calls `begin` before it waits for the first byte, and `hold` with
 * the bytes of each chunk that has arrived. It rejects with FILE_TOO_LARGE as soon as the body is known to be too large,
 * with INVALID_REQUEST if the body arrives too slowly, and with PROCESSING_FAILED if the caller hangs up.
 */
export const bodyOf =
  (request: IncomingMessage, begin: () => void, hold: (bytes: number) => void): ReadBody =>
  async (limit, isTooLarge) => {
    if (request.destroyed) throw callerHungUp();
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    const body = new ArrivingBody(announced, limit, hold);
    const rate = rateFor(announced || 0);
    begin();
    return new Promise((resolve, reject) => {
      const unwatch = watchRate(
        () => body.size,
        rate,
        () => end(bodyTooSlow(rate)),
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
